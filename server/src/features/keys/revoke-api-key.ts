import type { ApiKey } from '@svc/contract';
import type { MutationContext } from '#features/audit';
import type { AccessScope } from '#features/module';
import { readApiKey, requireApiKey } from './api-keys.ts';
import { revokeKnownKey } from './revoke-key.ts';

/** Revokes an inference key for good, at once and on every node (platform contract §5.5). One that was revoked before stays so. */
export async function revokeApiKey(
  change: MutationContext,
  access: AccessScope,
  id: string,
): Promise<ApiKey> {
  const { scope, source, nowMs } = change;
  const { workspace_id: workspaceId, name } = await requireApiKey(access, id, { lock: true });
  const key = { id, organizationId: scope.organizationId, workspaceId, name, type: 'api_key' } as const;
  if (await revokeKnownKey(scope.db, key, nowMs, source)) change.touchesCredentials = true;
  return readApiKey(access, id, nowMs);
}
