import { sql, type Kysely } from 'kysely';
import type { MailFailure } from '@svc/contract';
import type { Tables } from '#store';
import { selectMails, type StoredMail } from './mails.ts';

const CLAIMS = 'svc mail claims';

/**
 * Whether this transaction alone gives out due mail. Without that, two nodes would both count what a recipient got before the
 * other sends, and both send the last one that is allowed.
 */
export async function holdsClaims(trx: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ gained: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${CLAIMS}, 0)) as gained`.execute(trx);
  return rows[0]!.gained;
}

/** Due mail that nobody else holds, the longest due first. */
export async function lockDueMails(trx: Kysely<Tables>, nowMs: number, most: number): Promise<StoredMail[]> {
  const due = selectMails(trx).where('m.status', '=', 'waiting').where('m.due_at', '<=', nowMs);
  return (await due.orderBy('m.due_at').orderBy('m.id').limit(most).forUpdate('m').skipLocked().execute()) as StoredMail[];
}

export interface RecentMail {
  readonly recipient: string;
  readonly kind: string;
  readonly attempted_at: number;
}

/** What these recipients were sent since then, other than the mails named. Recipients in lower case. */
export async function findRecentMails(
  trx: Kysely<Tables>,
  recipients: readonly string[],
  sinceMs: number,
  besideIds: readonly string[],
): Promise<RecentMail[]> {
  if (recipients.length === 0) return [];
  const address = sql<string>`lower(recipient)`;
  const recent = trx
    .selectFrom('mails')
    .select([address.as('recipient'), 'kind'])
    .select('attempted_at')
    .where(address, 'in', recipients);
  const others = besideIds.length === 0 ? recent : recent.where('id', 'not in', besideIds);
  return (await others.where('attempted_at', '>', sinceMs).execute()) as RecentMail[];
}

/** Marks an attempt, which counts as lost after `untilMs`. */
export async function setAttempted(trx: Kysely<Tables>, ids: readonly string[], nowMs: number, untilMs: number): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('mails')
    .set((eb) => ({ attempted_at: nowMs, due_at: untilMs, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
}

/** What `change` says, of those that still wait. */
export async function setMails(db: Kysely<Tables>, ids: readonly string[], change: MailChange): Promise<void> {
  if (ids.length === 0) return;
  await db.updateTable('mails').set(change).where('id', 'in', ids).where('status', '=', 'waiting').execute();
}

type MailChange =
  | { readonly due_at: number; readonly failure?: MailFailure }
  | { readonly status: 'failed'; readonly failure: MailFailure }
  | { readonly status: 'sent'; readonly sent_at: number; readonly sealed_token: null; readonly failure: null };
