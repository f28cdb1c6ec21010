import type { Kysely } from 'kysely';
import type { EpochChange } from '#cluster';
import { claimUnverifiedAccount } from '#features/console-auth';
import { requireDomain } from '#features/domains';
import {
  addMember,
  claimEmail,
  createUser,
  findMembership,
  updateMember,
  wasMember,
  type Account,
} from '#features/organization';
import type { OrganizationScope, Tables } from '#store';
import type { ProvidedPerson } from '../provider/read-claims.ts';
import { SignOnFailure } from '../provider/sign-on-failure.ts';
import type { ConnectionRow } from '../store/connections.ts';
import { findLinked, insertLink } from '../store/links.ts';

export interface ResolvedPerson {
  readonly userId: string;
  /** They were no member before. */
  readonly isNew: boolean;
  /** Of organizations whose credentials changed on the way. */
  readonly epochs: readonly EpochChange[];
}

interface SignOn {
  readonly connection: ConnectionRow;
  readonly person: ProvidedPerson;
}

/**
 * Who signs in: a person whom the connection knows by the subject, or a member whom it knows from now on (SSO-09 to SSO-11, D-SSO-16).
 * Throws SignOnFailure.
 */
export async function resolvePerson(
  scope: OrganizationScope,
  signOn: SignOn,
  nowMs: number,
): Promise<ResolvedPerson> {
  const { db } = scope;
  const { connection, person } = signOn;
  const at = { connectionId: connection.id, subject: person.subject };
  const linked = await findLinked(db, at);
  if (linked !== undefined) return { ...(await admit(scope, connection, linked, nowMs)), epochs: [] };
  await requireOwnEmail(scope, signOn);
  const account = await claimEmail(db, person.email);
  const userId = account?.id ?? (await createByProvider(db, signOn, nowMs));
  const epochs = account ? await claimFromOthers(scope, account, person.email, nowMs) : [];
  const admitted = await admit(scope, connection, userId, nowMs);
  // Another subject with the same email is somebody else.
  if (!(await insertLink(db, { ...at, userId }, nowMs))) throw new SignOnFailure('not_a_member');
  return { ...admitted, epochs };
}

/**
 * An account with an unverified address may be of somebody in the organization that it came from, who took its link. Here the provider
 * vouches for the address: whoever signed in to the account until now does so no more.
 */
async function claimFromOthers(
  scope: OrganizationScope,
  { id: userId, is_unproven: isUnverified }: Account,
  email: string,
  nowMs: number,
): Promise<readonly EpochChange[]> {
  if (!isUnverified || (await wasMember(scope, userId))) return [];
  return claimUnverifiedAccount(scope.db, { userId, email }, nowMs);
}

/** A first sign-in goes by the email, which must be one that the organization can vouch for (SSO-10). Throws SignOnFailure. */
export async function requireOwnEmail(
  scope: OrganizationScope,
  { connection, person }: SignOn,
): Promise<void> {
  if (person.isEmailUnverified) throw new SignOnFailure('email_unverified');
  const domain = connection.domains.includes(person.domain)
    ? await requireDomain(scope, person.domain, 'domain').catch(() => undefined)
    : undefined;
  if (domain?.status !== 'verified') throw new SignOnFailure('domain');
}

function createByProvider(
  db: Kysely<Tables>,
  { connection, person: { email, name } }: SignOn,
  nowMs: number,
): Promise<string> {
  if (connection.provisioning !== 'jit') throw new SignOnFailure('not_a_member');
  return createUser(db, { email: email.toLowerCase(), name: (name ?? email).slice(0, 100) }, nowMs);
}

/** Makes a member of who is none, where the connection does that. A suspended one stays out. */
async function admit(
  scope: OrganizationScope,
  { provisioning, default_role: role }: ConnectionRow,
  userId: string,
  nowMs: number,
): Promise<Omit<ResolvedPerson, 'epochs'>> {
  const { db, organizationId } = scope;
  const status = await findMembership(scope, userId);
  if (status === 'active') return { userId, isNew: false };
  if (status === 'suspended' || provisioning !== 'jit') throw new SignOnFailure('not_a_member');
  if (status === 'removed') await updateMember(db, organizationId, userId, { role, status: 'active' });
  else await addMember(db, { organizationId, userId, role }, nowMs);
  return { userId, isNew: true };
}
