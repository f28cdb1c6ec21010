import { sql, type Kysely } from 'kysely';
import { newId } from '#kit';
import type { Tables } from '#store';

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly account: 'enabled' | 'disabled';
  /** Whether no mailed link has verified the address yet. */
  readonly is_unproven: boolean;
}

/** People are one account by email, whatever its letter case. */
export async function findUserByEmail(db: Kysely<Tables>, email: string): Promise<Account | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'account', 'is_unproven'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/**
 * The account that has the address, for who gives the address to another: everybody else who would waits until the transaction ends, or
 * both would find it free.
 */
export async function claimEmail(trx: Kysely<Tables>, email: string): Promise<Account | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`address ${email.toLowerCase()}`}, 0))`.execute(
    trx,
  );
  return findUserByEmail(trx, email);
}

export async function createUser(
  db: Kysely<Tables>,
  user: { readonly email: string; readonly name: string; readonly account?: 'enabled' | 'disabled' },
  nowMs: number,
): Promise<string> {
  const id = newId('user_', nowMs);
  await db
    .insertInto('users')
    .values({ id, email: user.email, name: user.name, account: user.account ?? 'enabled', created_at: nowMs })
    .execute();
  return id;
}

export async function setUnverified(db: Kysely<Tables>, id: string, isUnverified: boolean): Promise<void> {
  await db.updateTable('users').set({ is_unproven: isUnverified }).where('id', '=', id).execute();
}

export async function updateAccount(
  db: Kysely<Tables>,
  id: string,
  account: 'enabled' | 'disabled',
): Promise<void> {
  await db.updateTable('users').set({ account }).where('id', '=', id).execute();
}
