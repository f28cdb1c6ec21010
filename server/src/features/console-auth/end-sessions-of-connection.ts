import { auditChanges, type MutationContext } from '#features/audit';
import type { EpochChange } from '#cluster';
import { endPlaygroundSessions } from '#features/oauth';
import { deleteSessionsOf } from './store/sessions.ts';

/**
 * Ends what began by a connection to an identity provider: sessions, sign-ins that wait for a code, and what playgrounds call models with
 * (SSO-21). Keys go on. The caller announces the epochs once the transaction is committed.
 */
export async function endSessionsOfConnection(
  change: MutationContext,
  connectionId: string,
): Promise<readonly EpochChange[]> {
  const { scope, nowMs } = change;
  const ended = await deleteSessionsOf(scope.db, connectionId);
  if (ended.length === 0) return [];
  await auditChanges(
    change,
    ended.map(({ id }) => ({ event: 'session.revoked', resource: { type: 'session', id } })),
  );
  const epochs: EpochChange[] = [];
  for (const { id: consoleSessionId, user_id: userId } of ended)
    epochs.push(...(await endPlaygroundSessions(scope.db, { userId, consoleSessionId }, nowMs)));
  return epochs;
}
