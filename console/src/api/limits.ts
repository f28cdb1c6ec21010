import { queryOptions } from '@tanstack/react-query';
import type { SpendLimit } from '@svc/contract';
import { call } from './console-api.ts';
import { listOptions } from './pages.ts';

export const SPEND_LIMITS = ['spend-limits'] as const;

export const rateLimitsOptions = queryOptions({
  queryKey: ['rate-limits'],
  queryFn: ({ signal }) => call('readRateLimits', { signal }),
});

export const spendLimitList = () =>
  listOptions<SpendLimit>(SPEND_LIMITS, (query, options) => call('listSpendLimits', { query, ...options }));
