import type { Kysely } from 'kysely';
import type { LimitValues, MailFailure } from '@svc/contract';
import { Postponed, type JobHandler } from '#jobs';
import { MINUTE_MS, toMailDate, type Clock, type Log } from '#kit';
import type { Tables } from '#store';
import { beginAttempt } from './begin-attempt.ts';
import type { Outbox } from './list-mails.ts';
import type { SendMail } from './mail-server.ts';
import { openMail } from './open-mail.ts';
import { SEND_MAIL, type MailPayload } from './write-mails.ts';
import { sendFailure } from './send-failure.ts';
import { setOutcome } from './store/attempts.ts';
import type { StoredMail } from './store/mails.ts';

/** Connections of one node to the mail server. */
const CONCURRENCY = 5;
const ATTEMPT_MS = 30_000;
const MAX_PAUSE_MS = 360 * MINUTE_MS;

export interface SendMailParts {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: () => LimitValues;
  readonly outbox: Outbox;
  readonly send: SendMail;
}

/**
 * Hands mail to the mail server. A mail may come twice, when a node dies between the server's yes and its note of it, with one
 * Message-ID; it is never lost before its time is over.
 */
export function sendMail(parts: SendMailParts): JobHandler<MailPayload> {
  const { db, clock, limits } = parts;
  return {
    kind: SEND_MAIL,
    concurrency: CONCURRENCY,
    async run({ mail_id: id }, { signal }) {
      const mail = await beginAttempt(db, id, limits(), clock.nowMs());
      return mail === undefined || mail instanceof Postponed ? mail : deliver(parts, mail, signal);
    },
  };
}

/** Rejects when the outcome could not be noted: then there is another attempt. */
async function deliver(
  parts: SendMailParts,
  mail: StoredMail,
  signal: AbortSignal,
): Promise<Postponed | undefined> {
  const { db, clock, log } = parts;
  const failure = await attempt(parts, mail, signal);
  if (failure === undefined) {
    await setOutcome(db, mail.id, {
      status: 'sent',
      sent_at: clock.nowMs(),
      sealed_token: null,
      failure: null,
    });
    return undefined;
  }
  log.warn({ mail: mail.id, kind: mail.kind, failure }, 'mail delivery failed');
  const isFinal = failure === 'refused' || failure === 'unreadable';
  await setOutcome(db, mail.id, isFinal ? { status: 'failed', failure } : { failure });
  return isFinal ? undefined : new Postponed(clock.nowMs() + pauseMs(mail));
}

/** Undefined when the server took it. */
async function attempt(
  { outbox, send }: SendMailParts,
  mail: StoredMail,
  stopping: AbortSignal,
): Promise<MailFailure | undefined> {
  const { seal, baseUrl } = outbox;
  const { subject, text, html, link } = openMail(mail, { seal, baseUrl, links: 'mailed' });
  if (mail.sealed_token !== null && link === null) return 'unreadable';
  const messageId = `<${mail.id}@${new URL(baseUrl).hostname}>`;
  const signal = AbortSignal.any([AbortSignal.timeout(ATTEMPT_MS), stopping]);
  try {
    await send(
      { messageId, to: mail.recipient, subject, text, html, date: toMailDate(mail.created_at) },
      signal,
    );
    return undefined;
  } catch (error) {
    return sendFailure(error);
  }
}

/** A minute, two, four, up to six hours. */
function pauseMs({ attempts }: StoredMail): number {
  return Math.min(MINUTE_MS * 2 ** Math.min(attempts, 20), MAX_PAUSE_MS);
}
