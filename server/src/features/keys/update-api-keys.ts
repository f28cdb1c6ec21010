import { ApiError, type ApiKeyUpdateResults, type ApiKeyUpdates } from '@svc/contract';
import { auditChanges, type MutationContext } from '#features/audit';
import type { AccessScope } from '#features/module';
import { apiKeyStatus } from './api-keys.ts';
import { findApiKeysOf, type AdministeredKey } from './store/administered-keys.ts';
import { setStatus } from './store/revocation.ts';

const STATUS = { activate: 'active', deactivate: 'inactive', revoke: 'revoked' } as const;

/**
 * Does the same to many keys in one change: the keys are locked, changed and audited together, and nodes verify credentials again once, not
 * for each. What the operation on one key would refuse is named in the answer and does not keep the others from it.
 */
export async function updateApiKeys(
  change: MutationContext,
  access: AccessScope,
  { ids, action }: ApiKeyUpdates,
): Promise<ApiKeyUpdateResults> {
  const { scope, nowMs } = change;
  const wanted = [...new Set(ids)];
  const keys = new Map((await findApiKeysOf(access, wanted)).map((key) => [key.id, key]));
  const refusals = new Map(
    wanted.map((id) => [id, refusalOf(keys.get(id), action, nowMs)] as const).filter(([, cause]) => cause),
  );
  const status = STATUS[action];
  const changed = [...keys.values()].filter((key) => !refusals.has(key.id) && key.status !== status);
  if (changed.length > 0) {
    await setStatus(scope, 'api_keys', { ids: changed.map(({ id }) => id), status, nowMs });
    await auditChanges(
      change,
      changed.map((key) => eventOf(key, status)),
    );
    change.touchesCredentials = true;
  }
  return {
    type: 'api_key_update_results',
    updated_ids: wanted.filter((id) => !refusals.has(id)),
    failures: [...refusals].map(([id, cause]) => ({ id, code: cause!.code, message: cause!.message })),
  };
}

/** As `updateApiKey` and `revokeApiKey` refuse. */
function refusalOf(key: AdministeredKey | undefined, action: ApiKeyUpdates['action'], nowMs: number) {
  if (!key) return new ApiError('api_key_not_found');
  const isOver = ['revoked', 'expired'].includes(apiKeyStatus(key, nowMs));
  return action !== 'revoke' && isOver ? new ApiError('key_revoked') : undefined;
}

function eventOf(key: AdministeredKey, status: AdministeredKey['status']) {
  const of = { workspaceId: key.workspace_id, resource: { type: 'api_key', id: key.id } } as const;
  return status === 'revoked'
    ? ({ ...of, event: 'api_key.revoked' } as const)
    : ({ ...of, event: 'api_key.updated', changes: { status: { from: key.status, to: status } } } as const);
}
