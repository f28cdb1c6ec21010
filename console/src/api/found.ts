import { queryOptions } from '@tanstack/react-query';
import { call } from './console-api.ts';

const MAX_FOUND = 5;
const FRESH_MS = 30_000;

/** The first keys that have all these words, whatever their status. */
export const foundKeysOptions = (words: string) =>
  queryOptions({
    queryKey: ['found', 'keys', words],
    staleTime: FRESH_MS,
    queryFn: ({ signal }) =>
      call('searchApiKeys', {
        query: { search: words, status: 'all', sort: 'name', order: 'asc', limit: MAX_FOUND },
        signal,
      }),
  });

/** The first members that have all these words in name or email. */
export const foundUsersOptions = (words: string) =>
  queryOptions({
    queryKey: ['found', 'users', words],
    staleTime: FRESH_MS,
    queryFn: ({ signal }) =>
      call('searchUsers', {
        query: { search: words, sort: 'name', order: 'asc', limit: MAX_FOUND },
        signal,
      }),
  });
