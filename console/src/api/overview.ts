import { queryOptions } from '@tanstack/react-query';
import type { ApiKey, Billing } from '@svc/contract';
import type { UsageReport } from '@svc/sdk';
import { DAY_MS } from '../ui/text/day-range.ts';
import { sumUsd } from '../ui/text/sum-usd.ts';
import { admin, call } from './console-api.ts';
import type { ListPage } from './pages.ts';

const DAYS = 7;

export interface WeekTotals {
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars as decimal text. */
  readonly cost: string;
}

/** Sums of today and the six days before, by days of UTC. */
export const weekOptions = queryOptions({
  queryKey: ['week'],
  queryFn: async ({ signal }): Promise<WeekTotals> => {
    const period = { starting_at: startOfWeek(Date.now()), bucket_width: '1d', limit: DAYS } as const;
    const [usage, cost] = await Promise.all([
      admin.reportUsage(period, { signal }),
      admin.reportCost(period, { signal }),
    ]);
    const amounts = cost.data.flatMap(({ results }) => results.map(({ amount }) => amount));
    return { ...totalsOf(usage), cost: sumUsd(amounts) };
  },
});

function startOfWeek(nowMs: number): string {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return new Date(today - (DAYS - 1) * DAY_MS).toISOString();
}

function totalsOf(report: UsageReport): Omit<WeekTotals, 'cost'> {
  const rows = report.data.flatMap(({ results }) => results);
  const sum = (field: 'requests' | 'input_tokens' | 'cached_input_tokens' | 'output_tokens') =>
    rows.reduce((total, row) => total + row[field], 0);
  return { requests: sum('requests'), inputTokens: sum('input_tokens'), outputTokens: sum('output_tokens') };
}

export const billingOptions = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ signal }) => call<Billing>('GET', '/billing', { signal }),
});

/** Whether there is any key, and any colleague: what the first steps ask. */
export const anyKeyOptions = queryOptions({
  queryKey: ['api-keys', 'any'],
  queryFn: async ({ signal }) =>
    hasAny<ApiKey>(await admin.listApiKeys({ limit: 1, status: 'active' }, { signal })),
});

export const anyColleagueOptions = queryOptions({
  queryKey: ['users', 'any-colleague'],
  queryFn: async ({ signal }) => {
    const [users, invites] = await Promise.all([
      admin.listUsers({ limit: 2 }, { signal }),
      admin.listInvites({ limit: 1 }, { signal }),
    ]);
    return users.data.length > 1 || invites.data.length > 0;
  },
});

function hasAny<Item>(page: ListPage<Item>): boolean {
  return page.data.length > 0;
}
