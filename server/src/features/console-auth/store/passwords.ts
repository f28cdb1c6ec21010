import type { Kysely } from 'kysely';
import type { Tables } from '#store';

/** A password, among ways to sign in. */
const PROVIDER = 'credential';

/** Also where it was taken away since. */
export async function hadPassword(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const found = db
    .selectFrom('sign_in_methods')
    .select('id')
    .where('provider_id', '=', PROVIDER)
    .where('account_id', '=', userId);
  return (await found.executeTakeFirst()) !== undefined;
}

/** The hash of a person's password; undefined when they have none. */
export async function findPassword(db: Kysely<Tables>, userId: string): Promise<string | undefined> {
  const found = db
    .selectFrom('sign_in_methods')
    .select('password')
    .where('provider_id', '=', PROVIDER)
    .where('account_id', '=', userId);
  return (await found.executeTakeFirst())?.password ?? undefined;
}

/** Whether a person can sign in by one, as far as their organization lets them. */
export async function hasPassword(db: Kysely<Tables>, userId: string): Promise<boolean> {
  return (await findPassword(db, userId)) !== undefined;
}

export async function putPassword(
  db: Kysely<Tables>,
  { id, userId, hash }: { readonly id: string; readonly userId: string; readonly hash: string },
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('sign_in_methods')
    .values({
      id,
      user_id: userId,
      provider_id: PROVIDER,
      account_id: userId,
      password: hash,
      created_at: nowMs,
      updated_at: nowMs,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password: hash, updated_at: nowMs }),
    )
    .execute();
}

/** The row stays, or the next start would give the person the password of the provisioning file again. */
export async function dropPassword(db: Kysely<Tables>, userId: string): Promise<void> {
  const own = db
    .updateTable('sign_in_methods')
    .where('provider_id', '=', PROVIDER)
    .where('account_id', '=', userId);
  await own.set({ password: null }).execute();
}
