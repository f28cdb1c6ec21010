import { sql, type Kysely } from 'kysely';
import type { MailFailure, MailKind } from '@svc/contract';
import { readPage, type Page, type PageRequest, type Tables } from '#store';

/** A mail without what it says. */
export interface FailingMailRow {
  readonly id: string;
  readonly kind: MailKind;
  readonly organization_id: string | null;
  readonly recipient: string;
  readonly status: 'waiting' | 'sent' | 'failed';
  readonly failure: MailFailure | null;
  readonly attempts: number;
  readonly created_at: number;
  readonly expires_at: number | null;
}

/** Mails of every organization whose last attempt failed, or that were given up, newest first. */
export function findFailingMails(
  db: Kysely<Tables>,
  state: 'failing' | 'failed',
  page: PageRequest,
): Promise<Page<FailingMailRow>> {
  const mails = selectMails(db);
  const found =
    state === 'failed'
      ? mails.where(sql<boolean>`status = 'failed'`)
      : mails.where(sql<boolean>`status = 'waiting'`).where('failure', 'is not', null);
  return readPage(found, 'id', page) as Promise<Page<FailingMailRow>>;
}

export async function lockMail(trx: Kysely<Tables>, id: string): Promise<FailingMailRow | undefined> {
  // The columns of text have the values that this feature wrote.
  return (await selectMails(trx).where('id', '=', id).forUpdate().executeTakeFirst()) as
    | FailingMailRow
    | undefined;
}

/** Has a mail that was given up wait again. */
export async function setWaiting(trx: Kysely<Tables>, id: string): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ status: 'waiting' })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .execute();
}

export interface QueuedMails {
  readonly waiting: number;
  readonly failing: number;
  readonly failed: number;
  /** When the oldest that waits was written; null: none waits. */
  readonly writtenAt: number | null;
}

/** No count goes beyond `most`. */
export async function countQueuedMails(db: Kysely<Tables>, most: number): Promise<QueuedMails> {
  const limit = sql.lit(most);
  const { rows } = await sql<QueuedMails>`
    select
      (select count(*)::int from (select 1 from mails where status = 'waiting' limit ${limit}) w) as waiting,
      (select count(*)::int from (select 1 from mails where status = 'waiting' and failure is not null limit ${limit}) f) as failing,
      (select count(*)::int from (select 1 from mails where status = 'failed' limit ${limit}) f) as failed,
      (select (extract(epoch from created_at) * 1000)::float8 from mails where status = 'waiting' order by created_at limit 1) as "writtenAt"
  `.execute(db);
  return rows[0]!;
}

function selectMails(db: Kysely<Tables>) {
  return db
    .selectFrom('mails')
    .select([
      'id',
      'kind',
      'organization_id',
      'recipient',
      'status',
      'failure',
      'attempts',
      'created_at',
      'expires_at',
    ]);
}
