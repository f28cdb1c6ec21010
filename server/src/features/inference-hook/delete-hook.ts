import { auditChange, type MutationContext } from '#features/audit';
import { requireOwner } from '#features/organization';
import { requireHook } from './read-hook.ts';
import { deleteHookRow } from './store.ts';

/** Throws 403 `role_required` and 404 `inference_hook_not_found`. */
export async function deleteHook(change: MutationContext): Promise<object> {
  requireOwner(change);
  const { scope } = change;
  await requireHook(scope);
  await deleteHookRow(scope);
  change.touchesCredentials = true;
  await auditChange(change, {
    event: 'inference_hook.deleted',
    resource: { type: 'inference_hook', id: scope.organizationId },
  });
  return { type: 'inference_hook', deleted: true };
}
