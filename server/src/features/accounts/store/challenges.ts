import type { Kysely } from 'kysely';
import type { Tables } from '#store';

/** Drops what would still let the person in: sign-ins that wait for a code, and links for a new password. */
export async function dropChallenges(db: Kysely<Tables>, userId: string): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('value', '=', userId).execute();
}
