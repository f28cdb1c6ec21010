import {
  ApiError,
  type ApiKeyCreation,
  type ApiKeyRotation,
  NEWEST_VERSION,
  type NewApiKey,
} from '@svc/contract';
import type { MutationContext } from '#features/audit';
import { unrestricted, type AccessScope } from '#features/module';
import { spendMonth } from '#features/spend-limits';
import { requireActiveWorkspace } from '#features/workspaces';
import { acceptEntries, normalizeIpEntry, normalizeOriginEntry } from '#kit';
import { readApiKey, requireApiKey } from './api-keys.ts';
import { issueKey, type NewKey } from './issue-key.ts';
import { requireFuture, requireModels, type IsModel } from './require-restrictions.ts';
import { loadBudgetSpend } from './store/budget-spend.ts';
import { restrictionsOf } from './stored-restrictions.ts';
import { successorExpiryMs } from './successor-expiry.ts';

/** Makes an inference key for the person who asks (platform contract §5.2, D-CONS-10). Its secret is in this answer and nowhere else. */
export async function createApiKey(
  change: MutationContext,
  creation: ApiKeyCreation,
  isModel: IsModel,
): Promise<NewApiKey> {
  const allowedOrigins = acceptEntries(creation.allowed_origins, 'allowed_origins', normalizeOriginEntry);
  const allowedIps = acceptEntries(creation.allowed_ips, 'allowed_ips', normalizeIpEntry);
  requireModels(creation.allowed_models, isModel);
  return issue(change, {
    workspaceId: creation.workspace_id,
    name: creation.name,
    kind: creation.kind,
    pinnedVersion: NEWEST_VERSION,
    expiresAtMs: creation.expires_at,
    allowedOrigins,
    allowedIps,
    restrictions: restrictionsOf(creation),
  });
}

export interface RotationRequest {
  readonly id: string;
  readonly rotation: ApiKeyRotation;
  readonly requireCreation: (workspaceId: string) => void;
}

/**
 * Makes the successor of a key, with all its settings (platform contract §5.5). The key itself goes on working until it is
 * revoked. One with an end has a successor that lasts as long again. What was spent of a budget is spent for the successor, too. `requireCreation` throws where the caller may make no keys in
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
    restrictions: key,
    replaces: await spendToCarry(change, id),
  });
}

async function spendToCarry(
  { scope, nowMs }: MutationContext,
  id: string,
): Promise<NonNullable<NewKey['replaces']>> {
  const monthStartsAtMs = spendMonth(nowMs).startS * 1000;
  return { id, monthStartsAtMs, spentNanos: await loadBudgetSpend(scope, id, monthStartsAtMs) };
}

async function issue(
  change: MutationContext,
  key: Omit<NewKey, 'organizationId' | 'createdBy'>,
): Promise<NewApiKey> {
  const { scope, source, userId, nowMs } = change;
  await requireActiveWorkspace(scope, key.workspaceId);
  requireFuture(key.expiresAtMs, nowMs);
  const owned = { ...key, organizationId: scope.organizationId, createdBy: userId };
  const { id, secret } = await issueKey(scope.db, owned, nowMs, source);
  // Nodes that have the organization's spend at hand must learn of one more limit of it before the first call.
  if (typeof key.restrictions?.monthly_budget_nanos === 'number') change.touchesCredentials = true;
  // The creator of a key may see it, whatever else they have access to.
  return { ...(await readApiKey(unrestricted(scope), id, nowMs)), secret: secret.reveal() };
}
