import type { Kysely } from 'kysely';
import type { LimitValues } from '@svc/contract';
import { DAY_MS, HOUR_MS } from '#kit';
import type { Tables } from '#store';
import { PACED_KINDS } from './mail-kinds.ts';
import { findRecentMails, holdsClaims, lockDueMails, setAttempted, setMails } from './store/due-mails.ts';
import type { StoredMail } from './store/mails.ts';

const MOST = 50;
/** Connections of one node to the mail server. */
const AT_ONCE = 5;
/** A mail that may not be sent yet is looked at again after this. */
const PACE_MS = HOUR_MS / 6;
/** Longer than an attempt can take. */
const LEASE_MS = 120_000;

type PaceLimits = Pick<LimitValues, 'mail_hours' | 'mails_per_recipient_per_hour' | 'mails_per_recipient_per_day'>;

export interface Claimed {
  /** To be sent now, by whoever asked. */
  readonly mails: readonly StoredMail[];
  /** Whether there may be more due. */
  readonly more: boolean;
}

/**
 * Gives out due mail, each to one node only, until its attempt counts as lost. Mail that is too old is given up; a recipient gets
 * so many of a kind in an hour and a day, and the rest later (`PACED_KINDS`).
 */
export function claimMail(db: Kysely<Tables>, limits: PaceLimits, nowMs: number): Promise<Claimed> {
  return db.transaction().execute(async (trx) => {
    if (!(await holdsClaims(trx))) return { mails: [], more: false };
    const due = await lockDueMails(trx, nowMs, MOST);
    const isOld = (mail: StoredMail): boolean => (mail.expires_at ?? mail.created_at + limits.mail_hours * HOUR_MS) <= nowMs;
    const fresh = due.filter((mail) => !isOld(mail));
    const ready = await keepPace(trx, fresh, limits, nowMs);
    const mails = ready.slice(0, AT_ONCE);
    await setMails(trx, idsOf(due.filter(isOld)), { status: 'failed', failure: 'expired' });
    await setMails(trx, idsOf(fresh.filter((mail) => !ready.includes(mail))), { due_at: nowMs + PACE_MS });
    await setAttempted(trx, idsOf(mails), nowMs, nowMs + LEASE_MS);
    return { mails, more: due.length === MOST || ready.length > AT_ONCE };
  });
}

async function keepPace(
  trx: Kysely<Tables>,
  mails: readonly StoredMail[],
  { mails_per_recipient_per_hour: perHour, mails_per_recipient_per_day: perDay }: PaceLimits,
  nowMs: number,
): Promise<StoredMail[]> {
  const paced = mails.filter(({ kind }) => PACED_KINDS.includes(kind));
  const recipients = [...new Set(paced.map(({ recipient }) => recipient.toLowerCase()))];
  const recent = await findRecentMails(trx, recipients, nowMs - DAY_MS, idsOf(paced));
  const times = Map.groupBy(
    recent.map((mail) => ({ place: placeOf(mail), atMs: mail.attempted_at })),
    ({ place }) => place,
  );
  return mails.filter((mail) => {
    if (!PACED_KINDS.includes(mail.kind)) return true;
    const place = placeOf(mail);
    const sent = times.get(place) ?? [];
    if (sent.length >= perDay || sent.filter(({ atMs }) => atMs > nowMs - HOUR_MS).length >= perHour) return false;
    times.set(place, [...sent, { place, atMs: nowMs }]);
    return true;
  });
}

function placeOf({ recipient, kind }: { readonly recipient: string; readonly kind: string }): string {
  return `${kind} ${recipient.toLowerCase()}`;
}

function idsOf(mails: readonly StoredMail[]): string[] {
  return mails.map(({ id }) => id);
}
