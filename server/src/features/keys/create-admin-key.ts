import type { AdminKeyCreation, NewAdminKey } from '@svc/contract';
import type { MutationContext } from '#features/audit';
import { acceptEntries, normalizeIpEntry } from '#kit';
import { readAdminKey, requireAdminKey } from './admin-keys.ts';
import { issueAdminKey } from './issue-key.ts';
import { revokeKnownKey } from './revoke-key.ts';

/** Makes an admin key for the person who asks (platform contract §5.1). Its secret is in this answer and nowhere else. */
export async function createAdminKey(
  change: MutationContext,
  creation: Omit<AdminKeyCreation, 'totp'>,
): Promise<NewAdminKey> {
  const allowedIps = acceptEntries(creation.allowed_ips, 'allowed_ips', normalizeIpEntry);
  const { scope, source, userId, nowMs } = change;
  const key = { organizationId: scope.organizationId, createdBy: userId, name: creation.name, allowedIps };
  const { id, secret } = await issueAdminKey(scope.db, key, nowMs, source);
  return { ...(await readAdminKey(scope, id)), secret: secret.reveal() };
}

/** Revokes an admin key for good (platform contract §3.1). It is on no list any more. */
export async function revokeAdminKey(change: MutationContext, id: string): Promise<object> {
  const { scope, source, nowMs } = change;
  const { name } = await requireAdminKey(scope, id, { lock: true });
  const key = {
    id,
    organizationId: scope.organizationId,
    workspaceId: null,
    name,
    type: 'admin_key',
  } as const;
  if (await revokeKnownKey(scope.db, key, nowMs, source)) change.touchesCredentials = true;
  return { id, type: 'admin_key', deleted: true };
}
