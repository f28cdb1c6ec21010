import { ApiError, type ApiKeyRestrictions, type ApiKeyRestrictionsUpdate } from '@svc/contract';
import { nanosToDecimal } from '#config';
import { auditChange, differences, type MutationContext } from '#features/audit';
import type { AccessScope } from '#features/module';
import { spendMonth } from '#features/spend-limits';
import { toTimestamp } from '#kit';
import { apiKeyStatus, requireApiKey } from './api-keys.ts';
import { requireFuture, requireModels, type IsModel } from './require-restrictions.ts';
import { loadBudgetSpend } from './store/budget-spend.ts';
import { setKey } from './store/stored-keys.ts';
import { publicRestrictions, restrictionsAfter } from './stored-restrictions.ts';

export async function readApiKeyRestrictions(
  access: AccessScope,
  id: string,
  nowMs: number,
): Promise<ApiKeyRestrictions> {
  const key = await requireApiKey(access, id, { lock: false });
  const month = spendMonth(nowMs);
  const spentNanos = await loadBudgetSpend(access.organization, id, month.startS * 1000);
  return {
    type: 'api_key_restrictions',
    api_key_id: id,
    ...publicRestrictions(key),
    spent_usd: nanosToDecimal(spentNanos),
    resets_at: toTimestamp(month.endS * 1000),
  };
}

export interface RestrictionsChange {
  readonly id: string;
  readonly update: ApiKeyRestrictionsUpdate;
  readonly isModel: IsModel;
}

/** Changes what a key may do less than its workspace, on every node before it is answered (ADR 0087). */
export async function updateApiKeyRestrictions(
  change: MutationContext,
  access: AccessScope,
  { id, update, isModel }: RestrictionsChange,
): Promise<ApiKeyRestrictions> {
  const { scope, nowMs } = change;
  const key = await requireApiKey(access, id, { lock: true });
  const status = apiKeyStatus(key, nowMs);
  if (status === 'revoked' || status === 'expired') throw new ApiError('key_revoked');
  requireModels(update.allowed_models, isModel, key.allowed_models);
  const after = restrictionsAfter(key, update);
  if (after.expires_at !== key.expires_at) requireFuture(after.expires_at, nowMs);
  const changes = differences(publicRestrictions(key), publicRestrictions(after));
  if (Object.keys(changes).length > 0) {
    await setKey(scope, 'api_keys', id, after);
    await auditChange(change, {
      event: 'api_key.updated',
      resource: { type: 'api_key', id },
      workspaceId: key.workspace_id,
      changes,
    });
    change.touchesCredentials = true;
  }
  return readApiKeyRestrictions(access, id, nowMs);
}
