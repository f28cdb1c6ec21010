import {
  ApiError,
  type ApiKeyCreation,
  type ApiKeyRotation,
  NEWEST_VERSION,
  type NewApiKey,
} from '@svc/contract';
import type { MutationContext } from '#features/audit';
import { unrestricted, type AccessScope } from '#features/module';
import { requireActiveWorkspace } from '#features/workspaces';
import { acceptEntries, normalizeIpEntry, normalizeOriginEntry } from '#kit';
import { readApiKey, requireApiKey } from './api-keys.ts';
import { issueKey, type NewKey } from './issue-key.ts';
import { successorExpiryMs } from './successor-expiry.ts';

/** Makes an inference key for the person who asks (platform contract §5.2, D-CONS-10). Its secret is in this answer and nowhere else. */
export async function createApiKey(change: MutationContext, creation: ApiKeyCreation): Promise<NewApiKey> {
  const allowedOrigins = acceptEntries(creation.allowed_origins, 'allowed_origins', normalizeOriginEntry);
  const allowedIps = acceptEntries(creation.allowed_ips, 'allowed_ips', normalizeIpEntry);
  return issue(change, {
    workspaceId: creation.workspace_id,
    name: creation.name,
    kind: creation.kind,
    pinnedVersion: NEWEST_VERSION,
    expiresAtMs: creation.expires_at,
    allowedOrigins,
    allowedIps,
  });
}

export interface RotationRequest {
  readonly id: string;
  readonly rotation: ApiKeyRotation;
  readonly requireCreation: (workspaceId: string) => void;
}

/**
 * Makes the successor of a key, with all its settings (platform contract §5.5). The key itself goes on working until it is
 * revoked. One with an end has a successor that lasts as long again. `requireCreation` throws where the caller may make no keys in
 * the workspace of the key.
 */
export async function rotateApiKey(
  change: MutationContext,
  access: AccessScope,
  { id, rotation, requireCreation }: RotationRequest,
): Promise<NewApiKey> {
  const key = await requireApiKey(access, id, { lock: true });
  requireCreation(key.workspace_id);
  if (key.status === 'revoked')
    throw new ApiError('key_revoked', { message: 'A revoked key cannot be rotated. Create a new key.' });
  return issue(change, {
    workspaceId: key.workspace_id,
    name: rotation.name ?? key.name,
    kind: key.kind,
    pinnedVersion: key.pinned_version,
    expiresAtMs:
      rotation.expires_at === undefined ? successorExpiryMs(key, change.nowMs) : rotation.expires_at,
    allowedOrigins: key.allowed_origins,
    allowedIps: key.allowed_ips,
    replaces: id,
  });
}

async function issue(
  change: MutationContext,
  key: Omit<NewKey, 'organizationId' | 'createdBy'>,
): Promise<NewApiKey> {
  const { scope, source, userId, nowMs } = change;
  await requireActiveWorkspace(scope, key.workspaceId);
  if (typeof key.expiresAtMs === 'number' && key.expiresAtMs <= nowMs)
    throw new ApiError('invalid_parameter', {
      param: 'expires_at',
      message: 'expires_at must be in the future.',
    });
  const owned = { ...key, organizationId: scope.organizationId, createdBy: userId };
  const { id, secret } = await issueKey(scope.db, owned, nowMs, source);
  // The creator of a key may see it, whatever else they have access to.
  return { ...(await readApiKey(unrestricted(scope), id, nowMs)), secret: secret.reveal() };
}
