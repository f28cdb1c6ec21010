import type { AdminKey, AdminKeyUpdate } from '@svc/contract';
import type { MutationContext } from '#features/audit';
import { acceptEntries, normalizeIpEntry } from '#kit';
import { readAdminKey, requireAdminKey } from './admin-keys.ts';
import { applyKeySettings } from './apply-key-settings.ts';

/** Changes an admin key (platform contract §4.2), at once and for every node; also the one that asks. */
export async function updateAdminKey(
  change: MutationContext,
  id: string,
  update: AdminKeyUpdate,
): Promise<AdminKey> {
  const allowedIps = acceptEntries(update.allowed_ips, 'allowed_ips', normalizeIpEntry);
  const { scope, nowMs, source } = change;
  const key = await requireAdminKey(scope, id, { lock: true });
  const stored = {
    type: 'admin_key',
    id,
    organizationId: scope.organizationId,
    workspaceId: null,
    name: key.name,
    status: key.status,
    allowedIps: key.allowed_ips,
  } as const;
  const settings = { name: update.name, status: update.status, allowedIps };
  if (await applyKeySettings(scope.db, stored, settings, nowMs, source)) change.touchesCredentials = true;
  return readAdminKey(scope, id);
}
