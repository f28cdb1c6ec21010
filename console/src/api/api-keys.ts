import { queryOptions } from '@tanstack/react-query';
import type { ApiKey, NewApiKey } from '@svc/contract';
import { admin, call } from './console-api.ts';
import type { RestrictionSettings } from './key-restrictions.ts';
import { listOptions } from './pages.ts';

export type KeyStatusFilter = ApiKey['status'] | 'all';

export interface ApiKeyFilters {
  readonly status: KeyStatusFilter;
  readonly workspace: string | undefined;
}

/** Prefix of everything about inference keys in the cache. */
export const API_KEYS = ['api-keys'] as const;

export function apiKeyList({ status, workspace }: ApiKeyFilters) {
  const filters = { status, ...(workspace === undefined ? {} : { workspace_id: workspace }) };
  return listOptions<ApiKey>([...API_KEYS, 'list', filters], (page, options) =>
    admin.listApiKeys({ ...filters, ...page }, options),
  );
}

export function apiKeyOptions(id: string) {
  return queryOptions({
    queryKey: [...API_KEYS, 'one', id],
    queryFn: ({ signal }) => admin.readApiKey(id, { signal }),
  });
}

/** What a key is made with, as it is sent. */
export interface ApiKeyMaking extends RestrictionSettings {
  readonly name: string;
  readonly workspace_id: string;
  readonly kind: ApiKey['kind'];
  readonly allowed_origins: readonly string[];
  readonly allowed_ips: readonly string[];
}

export const createApiKey = (body: ApiKeyMaking) => call<NewApiKey>('POST', '/api_keys', { body });

const pathOf = (id: string) => `/api_keys/${encodeURIComponent(id)}`;

export const rotateApiKey = (id: string, body: { readonly name: string }) =>
  call<NewApiKey>('POST', `${pathOf(id)}/rotate`, { body });

export const revokeApiKey = (id: string) => call<ApiKey>('POST', `${pathOf(id)}/revoke`);
