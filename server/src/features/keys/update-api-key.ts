import { ApiError, type ApiKey, type ApiKeyUpdate } from '@svc/contract';
import type { MutationContext } from '#features/audit';
import type { AccessScope } from '#features/module';
import { acceptEntries, normalizeIpEntry, normalizeOriginEntry } from '#kit';
import { apiKeyStatus, readApiKey, requireApiKey } from './api-keys.ts';
import { applyKeySettings } from './apply-key-settings.ts';

/** Changes an inference key (platform contract §3.1 and §4.1). One that is revoked or expired stays as it is. */
export async function updateApiKey(
  change: MutationContext,
  access: AccessScope,
  id: string,
  update: ApiKeyUpdate,
): Promise<ApiKey> {
  const allowedOrigins = acceptEntries(update.allowed_origins, 'allowed_origins', normalizeOriginEntry);
  const allowedIps = acceptEntries(update.allowed_ips, 'allowed_ips', normalizeIpEntry);
  const { scope, nowMs, source } = change;
  const key = await requireApiKey(access, id, { lock: true });
  const status = apiKeyStatus(key, nowMs);
  if (status === 'revoked' || status === 'expired') throw new ApiError('key_revoked');
  const stored = {
    type: 'api_key',
    id,
    organizationId: scope.organizationId,
    workspaceId: key.workspace_id,
    name: key.name,
    status: key.status,
    expiresAtMs: key.expires_at,
    allowedOrigins: key.allowed_origins,
    allowedIps: key.allowed_ips,
    pinnedVersion: key.pinned_version,
  } as const;
  const settings = {
    name: update.name,
    status: update.status,
    allowedOrigins,
    allowedIps,
    pinnedVersion: update.pinned_version,
  };
  if (await applyKeySettings(scope.db, stored, settings, nowMs, source)) change.touchesCredentials = true;
  return readApiKey(access, id, nowMs);
}
