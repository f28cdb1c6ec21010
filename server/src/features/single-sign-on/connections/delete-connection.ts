import type { CredentialsChanged } from '#cluster';
import { auditChange, type MutationContext } from '#features/audit';
import { requireOwner } from '#features/organization';
import { deleteConnectionRow } from '../store/connections.ts';
import { requireConnection } from './connections.ts';
import { endSignIns } from './end-sign-ins.ts';

/** Throws 403 `role_required` and 404 `sso_connection_not_found`. */
export async function deleteConnection(
  credentialsChanged: CredentialsChanged,
  change: MutationContext,
  id: string,
): Promise<object> {
  requireOwner(change);
  await requireConnection(change.scope, id);
  await deleteConnectionRow(change.scope, id);
  // Behind the lock of the row: sign-ins that were about to end have ended.
  await endSignIns(credentialsChanged, change, id);
  await auditChange(change, { event: 'sso_connection.deleted', resource: { type: 'sso_connection', id } });
  return { id, type: 'sso_connection', deleted: true };
}
