import { auditChanges, type MutationContext } from '#features/audit';
import type { EpochChange } from '#cluster';
import { endCodeSessionsOfConnection, endPlaygroundSessionsOf } from '#features/oauth';
import { deleteSessionsOf, deleteSessionsWithoutConnection } from './store/sessions.ts';

interface EndedSession {
  readonly id: string;
  readonly user_id: string;
}

/**
 * Ends what began by a connection to an identity provider: sessions, sign-ins that wait for a code, programs that were signed in from these
 * sessions, and what playgrounds call models with (SSO-21). Keys go on. The caller announces the epochs once the transaction is committed.
 */
export async function endSessionsOfConnection(
  change: MutationContext,
  connectionId: string,
): Promise<readonly EpochChange[]> {
  await endCodeSessionsOfConnection(change, connectionId);
  return noteEnded(change, await deleteSessionsOf(change.scope.db, connectionId));
}

/**
 * Ends the sessions of people of whom the organization requires single sign-on, and that did not begin by it (SSO-15). Each is refused by the
 * next request anyway; deleted, it does not come back when single sign-on is no longer required. Epochs as above.
 */
export async function endSessionsWithoutSignOn(change: MutationContext): Promise<readonly EpochChange[]> {
  const { db, organizationId } = change.scope;
  return noteEnded(change, await deleteSessionsWithoutConnection(db, organizationId));
}

async function noteEnded(
  change: MutationContext,
  ended: readonly EndedSession[],
): Promise<readonly EpochChange[]> {
  const { scope, nowMs } = change;
  if (ended.length === 0) return [];
  await auditChanges(
    change,
    ended.map(({ id }) => ({ event: 'session.revoked', resource: { type: 'session', id } })),
  );
  return endPlaygroundSessionsOf(scope.db, ended, nowMs);
}
