import { queryOptions } from '@tanstack/react-query';
import type { DirectoryGroup, DirectoryToken } from '@svc/contract';
import { call } from './console-api.ts';
import { listOptions, readWhole } from './pages.ts';

/** Prefixes in the cache. */
export const DIRECTORY_TOKENS = ['directory-tokens'] as const;
export const DIRECTORY_GROUPS = ['directory-groups'] as const;

export const directoryTokensOptions = queryOptions({
  queryKey: DIRECTORY_TOKENS,
  queryFn: ({ signal }) =>
    readWhole<DirectoryToken>((query, options) => call('listDirectoryTokens', { query, ...options }), {
      signal,
    }),
});

export const directoryGroupList = () =>
  listOptions<DirectoryGroup>(DIRECTORY_GROUPS, (query, options) =>
    call('listDirectoryGroups', { query, ...options }),
  );

export const memberOriginOptions = (userId: string) =>
  queryOptions({
    queryKey: ['users', 'origin', userId],
    queryFn: ({ signal }) => call('readMemberOrigin', { path: { user_id: userId }, signal }),
  });
