import type { Kysely } from 'kysely';
import type { Tables } from '#store';

export function loadSecondFactor(db: Kysely<Tables>, userId: string) {
  return db
    .selectFrom('second_factors')
    .select(['secret', 'verified'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** False when a code of this time step, or a later one, was taken before. */
export async function claimStep(db: Kysely<Tables>, userId: string, step: number): Promise<boolean> {
  const claimed = db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step);
  return (await claimed.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Takes the person's second factors and passkeys away, as when their owner lost them. */
export async function dropSecondFactors(db: Kysely<Tables>, userId: string): Promise<void> {
  await db.deleteFrom('second_factors').where('user_id', '=', userId).execute();
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await db.updateTable('users').set({ two_factor_enabled: false }).where('id', '=', userId).execute();
}
