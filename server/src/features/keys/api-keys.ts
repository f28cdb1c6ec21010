import { ApiError, type ApiKey, type ApiKeyQuery, type ApiKeySearch } from '@svc/contract';
import { isWellFormedId, listPage, type ListBody } from '#features/listing';
import { toTimestamp } from '#kit';
import type { AccessScope } from '#features/module';
import type { PageRequest } from '#store';
import { findApiKey, findApiKeys, type AdministeredKey } from './store/administered-keys.ts';
import { findSearchedKeys } from './store/searched-keys.ts';

/** Inference keys of every workspace the caller may reach (platform contract §4.1 and §5.2). */
export function listApiKeys(scope: AccessScope, query: ApiKeyQuery, nowMs: number): Promise<ListBody> {
  const read = (page: PageRequest) => findApiKeys(scope, query, nowMs, page);
  return listPage(query, { read, hasPlace: isWellFormedId('apiKey'), ...itemParts(nowMs) });
}

/** The same keys, searched and sorted. */
export function searchApiKeys(scope: AccessScope, query: ApiKeySearch, nowMs: number): Promise<ListBody> {
  const read = (page: PageRequest) => findSearchedKeys(scope, query, nowMs, page);
  const hasPlace = async (id: string) => (await findApiKey(scope, id, { lock: false })) !== undefined;
  return listPage(query, { read, hasPlace, ...itemParts(nowMs) });
}

function itemParts(nowMs: number) {
  return {
    toItem: (key: AdministeredKey) => toApiKey(key, nowMs),
    idOf: ({ id }: AdministeredKey) => id,
  };
}

export async function readApiKey(scope: AccessScope, id: string, nowMs: number): Promise<ApiKey> {
  return toApiKey(await requireApiKey(scope, id, { lock: false }), nowMs);
}

/** Throws 404 `api_key_not_found`, the same for a key out of the caller's reach and for none at all (D-CONS-4). */
export async function requireApiKey(
  scope: AccessScope,
  id: string,
  options: { readonly lock: boolean },
): Promise<AdministeredKey> {
  const key = await findApiKey(scope, id, options);
  if (!key) throw new ApiError('api_key_not_found');
  return key;
}

export function apiKeyStatus(key: AdministeredKey, nowMs: number): ApiKey['status'] {
  return key.status !== 'revoked' && key.expires_at !== null && key.expires_at <= nowMs
    ? 'expired'
    : key.status;
}

/** Of everything that its organization sees of it. */
export function toApiKey(key: AdministeredKey, nowMs: number): ApiKey {
  return {
    id: key.id,
    type: 'api_key',
    name: key.name,
    kind: key.kind,
    prefix: key.prefix,
    hint: key.hint,
    status: apiKeyStatus(key, nowMs),
    workspace_id: key.workspace_id,
    created_by: { id: key.created_by, email: key.email, status: key.member_status ?? 'removed' },
    allowed_origins: key.allowed_origins,
    allowed_ips: key.allowed_ips,
    pinned_version: key.pinned_version,
    expires_at: key.expires_at === null ? null : toTimestamp(key.expires_at),
    created_at: toTimestamp(key.created_at),
    last_used_at: key.last_used_at === null ? null : toTimestamp(key.last_used_at),
    last_used_ip: key.last_used_ip,
    use_count: key.use_count,
  };
}
