import type { Kysely } from 'kysely';
import type { LimitValues, MailFailure } from '@svc/contract';
import { describeError, MINUTE_MS, toMailDate, type Clock, type Log } from '#kit';
import type { Tables } from '#store';
import { claimMail } from './claim-mail.ts';
import type { Outbox } from './list-mail.ts';
import { mailNews } from './mail-news.ts';
import type { SendMail } from './mail-server.ts';
import { openMail } from './open-mail.ts';
import { sendFailure } from './send-failure.ts';
import { setMails } from './store/due-mails.ts';
import type { StoredMail } from './store/mails.ts';

const INTERVAL_MS = 5000;
const ATTEMPT_MS = 30_000;
/** What an attempt under way gets when the service stops. */
const PATIENCE_MS = 5000;
const LONGEST_PAUSE_MS = 360 * MINUTE_MS;

export interface PostmanParts {
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: () => LimitValues;
  readonly outbox: Outbox;
  /** Absent: there is no mail server, and mail stays in the outbox. */
  readonly send: SendMail | undefined;
}

/**
 * Every few seconds turns news into mail and hands what is due to the mail server, on every node. A mail may come twice, when a
 * node dies between the server's yes and its note of it, with one Message-ID; it is never lost before its time is over.
 */
export class Postman {
  readonly #parts: PostmanParts;
  readonly #timer: NodeJS.Timeout;
  readonly #stopListening: () => void;
  readonly #closing = new AbortController();
  #round: Promise<void> | undefined;
  #failing = false;

  constructor(parts: PostmanParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.round(), INTERVAL_MS).unref();
    // A round under way may have begun before the time was moved.
    this.#stopListening = parts.clock.onAdvance(async () => {
      await this.#round;
      await this.round();
    });
  }

  /** Never rejects: what is not done now is done the next time. */
  round(): Promise<void> {
    return (this.#round ??= this.#walk().finally(() => (this.#round = undefined)));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopListening();
    const patience = setTimeout(() => this.#closing.abort(), PATIENCE_MS);
    await this.#round;
    clearTimeout(patience);
  }

  async #walk(): Promise<void> {
    const { db, clock, log } = this.#parts;
    try {
      while (await mailNews(db, clock.nowMs()));
      await this.#deliverDue();
      this.#failing = false;
    } catch (error) {
      // Once per outage, not once per round.
      if (!this.#failing) log.warn({ error: describeError(error) }, 'mail could not be looked after; it is tried again');
      this.#failing = true;
    }
  }

  async #deliverDue(): Promise<void> {
    const { db, clock, limits, send } = this.#parts;
    if (!send) return;
    for (let more = true; more && !this.#closing.signal.aborted;) {
      const claimed = await claimMail(db, limits(), clock.nowMs());
      const outcomes = await Promise.allSettled(claimed.mails.map((mail) => this.#deliver(mail, send)));
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
      more = claimed.more;
    }
  }

  /** Rejects when the outcome could not be noted: then the attempt counts as lost after a while, and there is another. */
  async #deliver(mail: StoredMail, send: SendMail): Promise<void> {
    const { db, clock, log } = this.#parts;
    const failure = await this.#attempt(mail, send);
    if (failure === undefined) {
      await setMails(db, [mail.id], { status: 'sent', sent_at: clock.nowMs(), sealed_token: null, failure: null });
      return;
    }
    log.warn({ mail: mail.id, kind: mail.kind, failure }, 'a mail was not delivered');
    const isFinal = failure === 'refused' || failure === 'unreadable';
    await setMails(db, [mail.id], isFinal ? { status: 'failed', failure } : { failure, due_at: clock.nowMs() + pauseMs(mail) });
  }

  /** Undefined when the server took it. */
  async #attempt(mail: StoredMail, send: SendMail): Promise<MailFailure | undefined> {
    const { seal, baseUrl } = this.#parts.outbox;
    const { subject, text, html, link } = openMail(mail, { seal, baseUrl, withLink: true });
    if (mail.sealed_token !== null && link === null) return 'unreadable';
    const messageId = `<${mail.id}@${new URL(baseUrl).hostname}>`;
    const signal = AbortSignal.any([AbortSignal.timeout(ATTEMPT_MS), this.#closing.signal]);
    try {
      await send({ messageId, to: mail.recipient, subject, text, html, date: toMailDate(mail.created_at) }, signal);
      return undefined;
    } catch (error) {
      return sendFailure(error);
    }
  }
}

/** A minute, two, four, up to six hours. */
function pauseMs({ attempts }: StoredMail): number {
  return Math.min(MINUTE_MS * 2 ** Math.min(attempts, 20), LONGEST_PAUSE_MS);
}
