import { queryOptions } from '@tanstack/react-query';
import type { ConsoleClientCalls, SpendLimit } from '@svc/contract';
import { call } from './console-api.ts';
import { listOptions, readWhole } from './pages.ts';

export const SPEND_LIMITS = ['spend-limits'] as const;

export const rateLimitsOptions = queryOptions({
  queryKey: ['rate-limits'],
  queryFn: ({ signal }) => call('readRateLimits', { signal }),
});

export const spendLimitList = () =>
  listOptions<SpendLimit>(SPEND_LIMITS, (query, options) => call('listSpendLimits', { query, ...options }));

/** What a limit can be set for. */
export type SpendScope = ConsoleClientCalls['setSpendLimit']['body']['scope'];

/** The limit that a scope has, if any. */
export const spendLimitOptions = (scope: SpendScope) =>
  queryOptions({
    queryKey: [...SPEND_LIMITS, 'of', scope],
    queryFn: async ({ signal }) => {
      const { type, ...id } = scope;
      // Groups are not among what the list is narrowed to.
      const query = { scope_type: type, ...(type === 'group' ? {} : id) };
      const limits = await readWhole<SpendLimit>(
        (page, options) => call('listSpendLimits', { query: { ...query, ...page }, ...options }),
        { signal },
      );
      return limits.find((limit) => type !== 'group' || limit.scope.group_id === scope.group_id) ?? null;
    },
  });
