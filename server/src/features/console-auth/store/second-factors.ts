import type { Kysely } from 'kysely';
import type { Tables } from '#store';

export function loadSecondFactor(db: Kysely<Tables>, userId: string) {
  return db
    .selectFrom('second_factors')
    .select(['secret', 'backup_codes', 'verified'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export interface NewSecondFactor {
  readonly id: string;
  readonly userId: string;
  /** Both are encrypted. */
  readonly secret: string;
  readonly recoveryCodes: string;
}

/** Stores an app whose first code is still to come, in place of one before it. False when the person has one that is confirmed. */
export async function putSecondFactor(
  db: Kysely<Tables>,
  { id, userId, secret, recoveryCodes }: NewSecondFactor,
): Promise<boolean> {
  const content = { secret, backup_codes: recoveryCodes, verified: false };
  const put = db
    .insertInto('second_factors')
    .values({ id, user_id: userId, ...content })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(content).where('second_factors.verified', '=', false),
    );
  return ((await put.executeTakeFirst()).numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** From now on the person signs in with a code of the app with this secret. False when another app is in its place. */
export async function confirmSecondFactor(
  db: Kysely<Tables>,
  userId: string,
  secret: string,
): Promise<boolean> {
  const confirmed = db.updateTable('second_factors').set({ verified: true }).where('user_id', '=', userId);
  const { numUpdatedRows } = await confirmed.where('secret', '=', secret).executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await db.updateTable('users').set({ two_factor_enabled: true }).where('id', '=', userId).execute();
  return true;
}

/** Only in place of those that were read, if they are given: false when others have come since. */
export async function setRecoveryCodes(
  db: Kysely<Tables>,
  userId: string,
  { from, to }: { readonly from?: string; readonly to: string },
): Promise<boolean> {
  let codes = db.updateTable('second_factors').set({ backup_codes: to }).where('user_id', '=', userId);
  if (from !== undefined) codes = codes.where('backup_codes', '=', from);
  return (await codes.executeTakeFirst()).numUpdatedRows > 0n;
}

/** False when a code of this time step, or a later one, was taken before, or the secret it is of was replaced. */
export async function claimStep(
  db: Kysely<Tables>,
  userId: string,
  { secret, step }: { readonly secret: string; readonly step: number },
): Promise<boolean> {
  const claimed = db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('last_step', '<', step);
  return (await claimed.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Takes the person's authenticator app and recovery codes away. */
export async function dropSecondFactor(db: Kysely<Tables>, userId: string): Promise<void> {
  await db.deleteFrom('second_factors').where('user_id', '=', userId).execute();
  await db.updateTable('users').set({ two_factor_enabled: false }).where('id', '=', userId).execute();
}
