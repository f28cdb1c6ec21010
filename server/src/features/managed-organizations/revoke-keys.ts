import type { ManagedKey } from '@svc/contract';
import { readManagedKey, revokeAdminKey, revokeApiKey } from '#features/keys';
import { unrestricted, type OperatorChange } from '#features/module';
import { changeByOperator } from '#features/organization';

/** Revokes an inference key of whichever organization. It is refused from the next request on, on every node. One that was revoked stays so. */
export function revokeManagedKey(
  by: OperatorChange,
  organizationId: string,
  id: string,
): Promise<ManagedKey> {
  return changeByOperator(by, organizationId, async (change) => {
    await revokeApiKey(change, unrestricted(change.scope), id);
    if (change.touchesCredentials)
      await by.note({ event: 'api_key.revoked', resource: { type: 'api_key', id }, organizationId });
    return readManagedKey(change.scope, id, by.nowMs);
  });
}

/** The same for an admin key, of which owners are told by mail. Afterwards it is on no list any more. */
export function revokeManagedAdminKey(
  by: OperatorChange,
  organizationId: string,
  id: string,
): Promise<object> {
  return changeByOperator(by, organizationId, async (change) => {
    const revoked = await revokeAdminKey(change, id);
    await by.note({ event: 'admin_key.revoked', resource: { type: 'admin_key', id }, organizationId });
    return revoked;
  });
}
