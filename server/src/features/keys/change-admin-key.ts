import type { AdminKey, AdminKeyUpdate } from '@svc/contract';
import type { Change } from '#features/audit';
import { acceptEntries, normalizeIpEntry } from '#kit';
import { readAdminKey, requireAdminKey } from './admin-keys.ts';
import { updateAdminKey } from './update-key.ts';

/** Changes an admin key (platform contract §4.2), at once and for every node; also the one that asks. */
export async function changeAdminKey(change: Change, id: string, update: AdminKeyUpdate): Promise<AdminKey> {
  const allowedIps = acceptEntries(update.allowed_ips, 'allowed_ips', normalizeIpEntry);
  const { scope, nowMs, source } = change;
  const key = await requireAdminKey(scope, id, { lock: true });
  const stored = { id, organizationId: scope.organizationId, name: key.name, status: key.status, allowedIps: key.allowed_ips };
  const settings = { name: update.name, status: update.status, allowedIps };
  if (await updateAdminKey(scope.db, stored, settings, nowMs, source)) change.touchesCredentials = true;
  return readAdminKey(scope, id);
}
