import type { Kysely } from 'kysely';
import type { Tables } from '#store';
import type { SignInVia } from './sign-in-users.ts';

/** Drops what would still let the person in: sign-ins that wait for a code, and links for a new password. */
export async function dropChallenges(db: Kysely<Tables>, userId: string): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('value', '=', userId).execute();
}

export interface NewCodeChallenge {
  readonly id: string;
  /** A digest of what the browser holds. */
  readonly identifier: string;
  readonly userId: string;
  readonly via: SignInVia | undefined;
  readonly expiresAtMs: number;
}

/** Stores a sign-in that waits for a code. */
export async function insertCodeChallenge(
  db: Kysely<Tables>,
  { id, identifier, userId, via, expiresAtMs }: NewCodeChallenge,
  nowMs: number,
): Promise<void> {
  const times = { created_at: nowMs, updated_at: nowMs, expires_at: expiresAtMs };
  await db
    .insertInto('sign_in_challenges')
    .values({
      id,
      identifier,
      value: userId,
      sso_connection_id: via?.connectionId ?? null,
      sso_ends_at: via?.sessionEndsAtMs ?? null,
      ...times,
    })
    .execute();
}

/** The person who is asked for a code. */
export async function findChallenged(db: Kysely<Tables>, identifier: string, nowMs: number) {
  const found = await db
    .selectFrom('sign_in_challenges as c')
    .innerJoin('users as u', 'u.id', 'c.value')
    .leftJoin('sso_connections as s', 's.id', 'c.sso_connection_id')
    .select(['u.id as userId', 'u.email', 's.id as connectionId', 's.organization_id as organizationId'])
    .select('c.sso_ends_at')
    .where('c.identifier', '=', identifier)
    .where('c.expires_at', '>', nowMs)
    .where((eb) => eb.or([eb('c.sso_connection_id', 'is', null), eb('s.status', '=', 'active')]))
    .executeTakeFirst();
  if (!found) return undefined;
  const { userId, email, connectionId, organizationId, sso_ends_at: endsAtMs } = found;
  const via =
    connectionId !== null && organizationId !== null
      ? { connectionId, organizationId, sessionEndsAtMs: endsAtMs ?? undefined }
      : undefined;
  return { userId, email, via };
}

/** False when it is gone already. */
export async function deleteCodeChallenge(db: Kysely<Tables>, identifier: string): Promise<boolean> {
  const deleted = db.deleteFrom('sign_in_challenges').where('identifier', '=', identifier);
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n;
}

/** False when the challenge was answered rightly before. It is remembered for as long as it could be answered again. */
export async function claimChallenge(
  db: Kysely<Tables>,
  challenge: { readonly fingerprint: string; readonly expiresAtMs: number },
  nowMs: number,
): Promise<boolean> {
  const row = { id: completedId(challenge.fingerprint), identifier: 'answered passkey challenge', value: '' };
  const claim = db
    .insertInto('sign_in_challenges')
    .values({ ...row, created_at: nowMs, updated_at: nowMs, expires_at: challenge.expiresAtMs });
  const { numInsertedOrUpdatedRows } = await claim
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function hasChallenge(db: Kysely<Tables>, fingerprint: string): Promise<boolean> {
  const row = db.selectFrom('sign_in_challenges').select('id').where('id', '=', completedId(fingerprint));
  return (await row.executeTakeFirst()) !== undefined;
}

function completedId(fingerprint: string): string {
  return `signin_${fingerprint}`;
}
