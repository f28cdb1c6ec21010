import { ApiError, type ApiKeyUpdateResults, type ApiKeyUpdates } from '@svc/contract';
import type { MutationContext } from '#features/audit';
import type { AccessScope } from '#features/module';
import { revokeApiKey } from './revoke-api-key.ts';
import { updateApiKey } from './update-api-key.ts';

/**
 * Does the same to many keys in one change, so that nodes verify credentials again once and not for each. A key that the single operation would
 * refuse is named in the answer and does not keep the others from it: such a refusal comes before anything is written of the key.
 */
export async function updateApiKeys(
  change: MutationContext,
  access: AccessScope,
  { ids, action }: ApiKeyUpdates,
): Promise<ApiKeyUpdateResults> {
  const updated: string[] = [];
  const failures: ApiKeyUpdateResults['failures'] = [];
  // In one order everywhere: two changes that lock the same keys wait for each other and do not block.
  for (const id of [...new Set(ids)].toSorted()) {
    try {
      if (action === 'revoke') await revokeApiKey(change, access, id);
      else await updateApiKey(change, access, id, { status: action === 'activate' ? 'active' : 'inactive' });
      updated.push(id);
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      failures.push({ id, code: cause.code, message: cause.message });
    }
  }
  return { type: 'api_key_update_results', updated_ids: updated, failures };
}
