import { ApiError, type ManagedKey, type ManagedKeyQuery } from '@svc/contract';
import { isWellFormedId, listPage, type ListBody } from '#features/listing';
import type { OrganizationScope } from '#store';
import { toApiKey } from './api-keys.ts';
import { findManagedKey, findManagedKeys, type StoredManagedKey } from './store/managed-keys.ts';
import { publicRestrictions } from './stored-restrictions.ts';

/** Inference keys of an organization as operators see them: neither where they are used from nor what they allow addresses. */
export function listManagedKeys(
  scope: OrganizationScope,
  query: ManagedKeyQuery,
  nowMs: number,
): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findManagedKeys(scope, query, nowMs, page),
    hasPlace: isWellFormedId('apiKey'),
    toItem: (key) => toManagedKey(key, nowMs),
    idOf: ({ id }) => id,
  });
}

/** Throws 404 `api_key_not_found`. */
export async function readManagedKey(
  scope: OrganizationScope,
  id: string,
  nowMs: number,
): Promise<ManagedKey> {
  const key = await findManagedKey(scope, id);
  if (!key) throw new ApiError('api_key_not_found');
  return toManagedKey(key, nowMs);
}

function toManagedKey(key: StoredManagedKey, nowMs: number): ManagedKey {
  const {
    allowed_ips: _ips,
    allowed_origins: _origins,
    last_used_ip: _ip,
    pinned_version: _version,
    ...shown
  } = toApiKey(key, nowMs);
  const { expires_at: _, ...limits } = publicRestrictions(key);
  return { ...shown, workspace_name: key.workspace_name, ...limits };
}
