import { sql, type Kysely } from 'kysely';
import { requiringOrganization } from '#features/organization';
import type { Tables } from '#store';
import { dropChallenges } from './challenges.ts';

/** Requested by anyone who typed the address, or by the operator, who knows the recipient of the link. */
export type ResetOrigin = 'person' | 'operator';

const KINDS: Readonly<Record<ResetOrigin, string>> = {
  person: 'password reset ',
  operator: 'operator reset ',
};

/** A person who may sign in, if they can prove who they are. */
export function findEnabled(db: Kysely<Tables>, email: string) {
  return enabled(db, email).executeTakeFirst();
}

/**
 * Whose password can be reset: not of disabled accounts, nor of a person with a link from the operator to start again, or who
 * must use single sign-on (D-SSO-19).
 */
export function findResettable(db: Kysely<Tables>, email: string, nowMs: number) {
  const isRestarted = db.selectFrom('owner_links').select('user_id').where('expires_at', '>', nowMs);
  return enabled(db, email)
    .where('u.id', 'not in', isRestarted)
    .where((eb) => eb.not(eb.exists(requiringOrganization(eb.ref('u.id')))))
    .executeTakeFirst();
}

function enabled(db: Kysely<Tables>, email: string) {
  const user = db
    .selectFrom('users as u')
    .select(['u.id', 'u.email'])
    .where(sql`lower(u.email)`, '=', email);
  return user.where('u.account', '=', 'enabled');
}

export async function insertReset(
  trx: Kysely<Tables>,
  reset: {
    readonly id: string;
    readonly fingerprint: string;
    readonly userId: string;
    readonly expiresAtMs: number;
    readonly by: ResetOrigin;
  },
  nowMs: number,
): Promise<void> {
  const row = {
    id: reset.id,
    identifier: KINDS[reset.by] + reset.fingerprint,
    value: reset.userId,
    expires_at: reset.expiresAtMs,
  };
  await trx
    .insertInto('sign_in_challenges')
    .values({ ...row, created_at: nowMs, updated_at: nowMs })
    .execute();
}

/** Its `value` is the id of the person, who may still reset their password (SSO-13). */
export function findReset(db: Kysely<Tables>, fingerprint: string, nowMs: number) {
  const reset = db
    .selectFrom('sign_in_challenges')
    .select('value')
    .where('identifier', 'in', identifiersOf(fingerprint))
    .where((eb) => eb.not(eb.exists(requiringOrganization(eb.ref('sign_in_challenges.value')))));
  return reset.where('expires_at', '>', nowMs).executeTakeFirst();
}

/** Whose it was, for the one who takes it away; the person's other links go with it, and sign-ins that wait for a code. */
export async function consumeReset(trx: Kysely<Tables>, fingerprint: string, nowMs: number) {
  const reset = trx
    .deleteFrom('sign_in_challenges')
    .where('identifier', 'in', identifiersOf(fingerprint))
    .where('expires_at', '>', nowMs)
    .where((eb) => eb.not(eb.exists(requiringOrganization(eb.ref('sign_in_challenges.value')))));
  const used = await reset.returning(['value', 'identifier']).executeTakeFirst();
  if (!used) return undefined;
  await dropChallenges(trx, used.value);
  const by: ResetOrigin = used.identifier.startsWith(KINDS.operator) ? 'operator' : 'person';
  const user = await trx
    .selectFrom('users')
    .select(['id', 'email', 'is_unproven'])
    .where('id', '=', used.value)
    .executeTakeFirst();
  return user && { ...user, by };
}

function identifiersOf(fingerprint: string): string[] {
  return Object.values(KINDS).map((kind) => kind + fingerprint);
}
