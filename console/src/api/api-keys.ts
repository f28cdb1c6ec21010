import { queryOptions } from '@tanstack/react-query';
import type { ApiKey, ApiKeySearch, ApiKeyUpdates, ConsoleClientCalls } from '@svc/contract';
import { sortQuery, type SortName } from './sort-name.ts';
import { call } from './console-api.ts';
import { listOptions, readWhole, type PageQuery } from './pages.ts';

export type KeyStatusFilter = ApiKey['status'] | 'all';
export type KeySort = SortName<ApiKeySearch['sort']>;

export interface ApiKeyFilters {
  readonly search: string | undefined;
  readonly status: KeyStatusFilter;
  readonly workspace: string | undefined;
  /** Id of who made it. */
  readonly owner: string | undefined;
  readonly sort: KeySort;
}

/** Prefix of everything about inference keys in the cache. */
export const API_KEYS = ['api-keys'] as const;

export function apiKeyList(filters: ApiKeyFilters) {
  return listOptions<ApiKey>([...API_KEYS, 'list', filters], (page, options) =>
    findKeys(filters, page, options),
  );
}

/** Every key that a list is about, page after page. `onPage` is told how many there are so far. */
export function readAllKeys(
  filters: ApiKeyFilters,
  options: { readonly signal: AbortSignal; readonly onPage: (count: number) => void },
): Promise<readonly ApiKey[]> {
  let count = 0;
  return readWhole<ApiKey>(async (page) => {
    const keys = await findKeys(filters, page, options);
    options.onPage((count += keys.data.length));
    return keys;
  }, options);
}

function findKeys(
  { search, status, workspace, owner, sort }: ApiKeyFilters,
  page: PageQuery,
  { signal }: { readonly signal: AbortSignal },
) {
  const query = { search, status, workspace_id: workspace, created_by: owner, ...sortQuery(sort), ...page };
  return call('searchApiKeys', { query, signal });
}

export function apiKeyOptions(id: string) {
  return queryOptions({
    queryKey: [...API_KEYS, 'one', id],
    queryFn: ({ signal }) => call('readApiKey', { path: { api_key_id: id }, signal }),
  });
}

const MAX_NEWEST = 100;

/** Names of the newest keys by their ids. There may be more: others are asked for by their id. */
export const newestKeyNamesOptions = queryOptions({
  queryKey: [...API_KEYS, 'newest-names'],
  queryFn: async ({ signal }) => {
    const { data } = await call('listApiKeys', { query: { status: 'all', limit: MAX_NEWEST }, signal });
    return new Map(data.map(({ id, name }) => [id, name]));
  },
});

const MAX_NAMED = 100;

/** Keys whose names have all these words, whatever their status. */
export const keysNamedOptions = (words: string) =>
  queryOptions({
    queryKey: [...API_KEYS, 'named', words],
    queryFn: async ({ signal }) => {
      const { data } = await call('searchApiKeys', {
        query: { search: words, status: 'all', sort: 'name', order: 'asc', limit: MAX_NAMED },
        signal,
      });
      return data;
    },
  });

/** What a key is made with, as it is sent. */
export type ApiKeyMaking = ConsoleClientCalls['createApiKey']['body'];

export const createApiKey = (body: ApiKeyMaking) => call('createApiKey', { body });

export const rotateApiKey = (id: string, body: { readonly name: string }) =>
  call('rotateApiKey', { path: { api_key_id: id }, body });

export const revokeApiKey = (id: string) => call('revokeApiKey', { path: { api_key_id: id } });

export const updateApiKeys = (body: ApiKeyUpdates, idempotencyKey: string) =>
  call('updateApiKeys', { body, idempotencyKey });
