import { sql, type Kysely } from 'kysely';
import type { MailFailure } from '@svc/contract';
import type { Tables } from '#store';
import { selectMails, type StoredMail } from './mails.ts';

/** The mail, while it waits. */
export async function findWaitingMail(db: Kysely<Tables>, id: string): Promise<StoredMail | undefined> {
  return (await selectMails(db)
    .where('m.id', '=', id)
    .where('m.status', '=', 'waiting')
    .executeTakeFirst()) as StoredMail | undefined;
}

/**
 * When the recipient was sent mail of the kind since then, this one aside. Until the transaction ends nobody else is told: two nodes
 * would both count before the other sends, and both send the last one that is allowed.
 */
export async function lockRecentAttempts(
  trx: Kysely<Tables>,
  { id, recipient, kind }: StoredMail,
  sinceMs: number,
): Promise<number[]> {
  const address = recipient.toLowerCase();
  await sql`select pg_advisory_xact_lock(hashtextextended(${`svc mail ${kind} ${address}`}, 0))`.execute(trx);
  const rows = await trx
    .selectFrom('mails')
    .select('attempted_at')
    .where(sql`lower(recipient)`, '=', address)
    .where('kind', '=', kind)
    .where('id', '<>', id)
    .where('attempted_at', '>', sinceMs)
    .execute();
  return rows.flatMap(({ attempted_at: atMs }) => (atMs === null ? [] : [atMs]));
}

export async function setAttempted(trx: Kysely<Tables>, id: string, nowMs: number): Promise<void> {
  await trx
    .updateTable('mails')
    .set((eb) => ({ attempted_at: nowMs, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** How an attempt ended, unless another one has ended before. */
export async function setOutcome(db: Kysely<Tables>, id: string, outcome: MailOutcome): Promise<void> {
  await db.updateTable('mails').set(outcome).where('id', '=', id).where('status', '=', 'waiting').execute();
}

type MailOutcome =
  | { readonly failure: MailFailure }
  | { readonly status: 'failed'; readonly failure: MailFailure }
  | {
      readonly status: 'sent';
      readonly sent_at: number;
      readonly sealed_token: null;
      readonly failure: null;
    };
