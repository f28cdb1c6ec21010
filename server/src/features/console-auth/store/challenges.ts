import type { Kysely } from 'kysely';
import type { Tables } from '#store';

/** Drops what would still let the person in: sign-ins that wait for a code, and links for a new password. */
export async function dropChallenges(db: Kysely<Tables>, userId: string): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('value', '=', userId).execute();
}

/** False when the challenge was answered before, rightly or not. It is remembered for as long as it could be answered again. */
export async function claimChallenge(
  db: Kysely<Tables>,
  challenge: { readonly fingerprint: string; readonly expiresAtMs: number },
  nowMs: number,
): Promise<boolean> {
  const row = { id: `signin_${challenge.fingerprint}`, identifier: 'answered passkey challenge', value: '' };
  const claim = db
    .insertInto('sign_in_challenges')
    .values({ ...row, created_at: nowMs, updated_at: nowMs, expires_at: challenge.expiresAtMs });
  const { numInsertedOrUpdatedRows } = await claim
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
