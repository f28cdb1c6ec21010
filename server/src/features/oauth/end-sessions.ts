import type { Kysely } from 'kysely';
import { ApiError } from '@svc/contract';
import type { EpochChange } from '#cluster';
import { auditChanges, BY_SYSTEM, type AuditSource, type MutationContext } from '#features/audit';
import { bumpEpoch, lockOrganization } from '#features/organization';
import { OrganizationScope, type Tables } from '#store';
import type { DeviceOrigin } from './authorize-device.ts';
import type { CodeSignIn } from './code-sign-in.ts';
import {
  findOrganizationsOf,
  findWithPlayground,
  revokeByConnection,
  revokeWithoutConnection,
  setRevoked,
  type SessionOwner,
  type StoredSession,
} from './store/sessions.ts';

type Ending = Pick<MutationContext, 'scope' | 'source' | 'nowMs'>;

/** Ends one session by what its own device did, and resolves when no node takes its tokens any more. */
export async function endSession(
  { db, clock, credentialsChanged }: Pick<CodeSignIn, 'db' | 'clock' | 'credentialsChanged'>,
  { id, organization_id: organizationId, user_id: userId, email, member_role: role }: StoredSession,
  { ipAddress, userAgent }: DeviceOrigin,
): Promise<void> {
  const source: AuditSource = { actor: { type: 'user', id: userId, email, role }, ipAddress, userAgent };
  const epoch = await db.transaction().execute(async (trx) => {
    await lockOrganization(trx, organizationId);
    const ended = await end(
      { scope: new OrganizationScope(trx, organizationId), source, nowMs: clock.nowMs() },
      { userId, id },
    );
    return ended ? bumpEpoch(trx, organizationId) : undefined;
  });
  if (epoch !== undefined) await credentialsChanged([{ organizationId, epoch }]);
}

/** Ends one session of the person who makes the change (CONS-15). Throws 404 where they have no such one, or it has ended. */
export async function revokeCodeSession(change: MutationContext, id: string): Promise<object> {
  if (!(await end(change, { userId: change.userId, id }))) throw new ApiError('session_not_found');
  change.touchesCredentials = true;
  return { id, type: 'code_session', deleted: true };
}

/** Ends what a member has of sessions in the organization, because they leave it (D-70). */
export async function endSessionsOfMember(
  change: Ending & { touchesCredentials?: boolean },
  userId: string,
): Promise<void> {
  if (await end(change, { userId })) change.touchesCredentials = true;
}

/** Ends the sessions that were approved in one of the Console's by a connection to an identity provider, which is in use no more (SSO-21). */
export async function endCodeSessionsOfConnection(
  change: Ending & { touchesCredentials: boolean },
  connectionId: string,
): Promise<void> {
  const ended = await revokeByConnection(change.scope, connectionId, change.nowMs);
  if (await auditEnded(change, ended)) change.touchesCredentials = true;
}

/** Ends those that single sign-on, which the organization requires from now on, did not sign in (SSO-15, SSO-16). */
export async function endSessionsWithoutSignOn(change: MutationContext): Promise<void> {
  const ended = await revokeWithoutConnection(change.scope, change.nowMs);
  if (await auditEnded(change, ended)) change.touchesCredentials = true;
}

/**
 * Ends all sessions of a person, in every organization, because they signed out everywhere or their account was disabled
 * (D-70). The caller announces the epochs once the transaction is committed.
 */
export function endSessionsOfPerson(
  trx: Kysely<Tables>,
  userId: string,
  nowMs: number,
  source: AuditSource = BY_SYSTEM,
): Promise<EpochChange[]> {
  return endEverywhere(trx, { userId }, { source, nowMs });
}

/** Ends what the playground got in one session of the Console, because that has ended. Epochs as above. */
export function endPlaygroundSessions(
  trx: Kysely<Tables>,
  owner: { readonly userId: string; readonly consoleSessionId: string },
  nowMs: number,
): Promise<EpochChange[]> {
  return endEverywhere(trx, owner, { source: BY_SYSTEM, nowMs });
}

/** The same of many sessions of the Console, of any people. */
export async function endPlaygroundSessionsOf(
  trx: Kysely<Tables>,
  ended: readonly { readonly id: string; readonly user_id: string }[],
  nowMs: number,
): Promise<EpochChange[]> {
  if (ended.length === 0) return [];
  const open = await findWithPlayground(
    trx,
    ended.map(({ id }) => id),
  );
  const epochs: EpochChange[] = [];
  for (const { id: consoleSessionId, user_id: userId } of ended.filter(({ id }) => open.has(id)))
    epochs.push(...(await endPlaygroundSessions(trx, { userId, consoleSessionId }, nowMs)));
  return epochs;
}

async function endEverywhere(
  trx: Kysely<Tables>,
  owner: Omit<SessionOwner, 'id'>,
  ending: Omit<Ending, 'scope'>,
): Promise<EpochChange[]> {
  const epochs = [];
  for (const organizationId of await findOrganizationsOf(trx, owner)) {
    await lockOrganization(trx, organizationId);
    await end({ ...ending, scope: new OrganizationScope(trx, organizationId) }, owner);
    epochs.push({ organizationId, epoch: await bumpEpoch(trx, organizationId) });
  }
  return epochs;
}

async function end(ending: Ending, owner: SessionOwner): Promise<boolean> {
  return auditEnded(ending, await setRevoked(ending.scope, owner, ending.nowMs));
}

/** The audit log has a line for each but those of the playground, which never signed in anywhere. False when there was none. */
async function auditEnded(
  ending: Ending,
  ended: readonly { readonly id: string; readonly console_session_id: string | null }[],
): Promise<boolean> {
  const signedIn = ended.filter((session) => session.console_session_id === null);
  const events = signedIn.map(({ id }) => ({
    event: 'session.revoked' as const,
    resource: { type: 'session' as const, id },
  }));
  if (events.length > 0) await auditChanges(ending, events);
  return ended.length > 0;
}
