import { sql, type Kysely } from 'kysely';
import type { Tables } from '#store';

const KIND = 'password reset ';

/** Whose password can be reset: disabled accounts' cannot. */
export function findResettable(db: Kysely<Tables>, email: string) {
  const user = db
    .selectFrom('users')
    .select(['id', 'email'])
    .where(sql`lower(email)`, '=', email);
  return user.where('account', '=', 'enabled').executeTakeFirst();
}

export async function insertReset(
  trx: Kysely<Tables>,
  reset: { readonly id: string; readonly fingerprint: string; readonly userId: string; readonly expiresAtMs: number },
  nowMs: number,
): Promise<void> {
  const row = { id: reset.id, identifier: KIND + reset.fingerprint, value: reset.userId, expires_at: reset.expiresAtMs };
  await trx
    .insertInto('sign_in_challenges')
    .values({ ...row, created_at: nowMs, updated_at: nowMs })
    .execute();
}

export async function findReset(db: Kysely<Tables>, fingerprint: string, nowMs: number): Promise<boolean> {
  const reset = db
    .selectFrom('sign_in_challenges')
    .select('id')
    .where('identifier', '=', KIND + fingerprint);
  return (await reset.where('expires_at', '>', nowMs).executeTakeFirst()) !== undefined;
}

/** Whose it was, for the one who takes it away; the person's other links go with it. */
export async function consumeReset(trx: Kysely<Tables>, fingerprint: string, nowMs: number) {
  const reset = trx
    .deleteFrom('sign_in_challenges')
    .where('identifier', '=', KIND + fingerprint)
    .where('expires_at', '>', nowMs);
  const used = await reset.returning('value').executeTakeFirst();
  if (!used) return undefined;
  await deleteResets(trx, used.value);
  return trx.selectFrom('users').select(['id', 'email']).where('id', '=', used.value).executeTakeFirst();
}

export async function deleteResets(trx: Kysely<Tables>, userId: string): Promise<void> {
  await trx.deleteFrom('sign_in_challenges').where('value', '=', userId).where('identifier', 'like', `${KIND}%`).execute();
}
