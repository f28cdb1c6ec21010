import type { Kysely } from 'kysely';
import type { LimitValues } from '@svc/contract';
import { Postponed } from '#jobs';
import { DAY_MS, HOUR_MS } from '#kit';
import type { Tables } from '#store';
import { endOf } from './end-of-mail.ts';
import { PACED_KINDS } from './mail-kinds.ts';
import { findWaitingMail, lockRecentAttempts, setAttempted, setOutcome } from './store/attempts.ts';
import type { StoredMail } from './store/mails.ts';

/** A mail that may not be sent yet is looked at again after this. */
const PACE_MS = HOUR_MS / 6;

type PaceLimits = Pick<
  LimitValues,
  'mail_hours' | 'mails_per_recipient_per_hour' | 'mails_per_recipient_per_day'
>;

/**
 * The mail to be sent now. Undefined when there is nothing to send any more: it is gone, or too old and given up. Postponed when its
 * recipient was sent enough of the kind for now (`PACED_KINDS`).
 */
export function beginAttempt(
  db: Kysely<Tables>,
  id: string,
  limits: PaceLimits,
  nowMs: number,
): Promise<StoredMail | Postponed | undefined> {
  return db.transaction().execute(async (trx) => {
    const mail = await findWaitingMail(trx, id);
    if (!mail) return undefined;
    if (endOf(mail, limits) <= nowMs) {
      await setOutcome(trx, id, { status: 'failed', failure: 'expired' });
      return undefined;
    }
    if (PACED_KINDS.includes(mail.kind) && (await hasEnough(trx, mail, limits, nowMs)))
      return new Postponed(nowMs + PACE_MS);
    await setAttempted(trx, id, nowMs);
    return mail;
  });
}

async function hasEnough(
  trx: Kysely<Tables>,
  mail: StoredMail,
  { mails_per_recipient_per_hour: perHour, mails_per_recipient_per_day: perDay }: PaceLimits,
  nowMs: number,
): Promise<boolean> {
  const recentMs = await lockRecentAttempts(trx, mail, nowMs - DAY_MS);
  return recentMs.length >= perDay || recentMs.filter((atMs) => atMs > nowMs - HOUR_MS).length >= perHour;
}
