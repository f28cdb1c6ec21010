import { queryOptions } from '@tanstack/react-query';
import type { ApiKey, Billing, RequestSummary } from '@svc/contract';
import { DAY_MS } from '../ui/text/day-range.ts';
import { sumUsd } from '../ui/text/sum-usd.ts';
import { admin, call } from './console-api.ts';
import type { ListPage } from './pages.ts';

const DAYS = 7;
const REFRESH_MS = 60_000;
const FAILURES = 5;
const FAILURES_REFRESH_MS = 10_000;
const BUSIEST_KEYS = 4;

/** Decimal text, which holds every amount exactly. */
export interface DailyAmounts {
  /** One for each day. */
  readonly amounts: readonly string[];
  /** Of as many days before. */
  readonly before: string;
}

export interface Week {
  /** Beginnings of days of UTC, milliseconds since 1970. */
  readonly daysMs: readonly number[];
  readonly requests: DailyAmounts;
  /** US dollars. */
  readonly cost: DailyAmounts;
  readonly hasCalls: boolean;
}

/** Today and the six days before, by days of UTC, with the seven days before those. */
export const weekOptions = queryOptions({
  queryKey: ['week'],
  refetchInterval: REFRESH_MS,
  queryFn: async ({ signal }): Promise<Week> => {
    const period = { starting_at: daysAgo(2 * DAYS - 1), bucket_width: '1d', limit: 2 * DAYS } as const;
    const [usage, cost] = await Promise.all([
      admin.reportUsage(period, { signal }),
      admin.reportCost(period, { signal }),
    ]);
    const requests = byDay(usage.data, (row) => String(row.requests));
    return {
      daysMs: usage.data.slice(DAYS).map(({ starting_at: at }) => Date.parse(at)),
      requests,
      cost: byDay(cost.data, ({ amount }) => amount),
      hasCalls: requests.amounts.some((amount) => amount !== '0'),
    };
  },
});

/** Midnight of UTC, some days before that of today. */
function daysAgo(days: number): string {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return new Date(today - days * DAY_MS).toISOString();
}

function byDay<Row>(
  buckets: readonly { readonly results: readonly Row[] }[],
  amountOf: (row: Row) => string,
): DailyAmounts {
  const sums = buckets.map(({ results }) => sumUsd(results.map(amountOf)));
  return { amounts: sums.slice(DAYS), before: sumUsd(sums.slice(0, DAYS)) };
}

/** The latest calls that did not end well, of the last seven days. */
export const recentFailuresOptions = queryOptions({
  queryKey: ['requests', 'recent-failures'],
  refetchInterval: FAILURES_REFRESH_MS,
  queryFn: ({ signal }) =>
    call<ListPage<RequestSummary>>('GET', '/requests', {
      query: { outcome: 'unsuccessful', starting_at: daysAgo(DAYS - 1), limit: FAILURES },
      signal,
    }),
});

export interface BusyKey {
  readonly apiKey: ApiKey;
  readonly requests: number;
}

/** The keys with the most calls of the last seven days, the busiest first. Those that the person may not see are left out. */
export const busiestKeysOptions = queryOptions({
  queryKey: ['api-keys', 'busiest'],
  refetchInterval: REFRESH_MS,
  queryFn: async ({ signal }): Promise<readonly BusyKey[]> => {
    const period = { starting_at: daysAgo(DAYS - 1), bucket_width: '1d', limit: DAYS } as const;
    const { data } = await admin.reportUsage({ ...period, 'group_by[]': ['api_key_id'] }, { signal });
    const counts = new Map<string, number>();
    for (const { api_key_id: id, requests } of data.flatMap(({ results }) => results))
      if (id !== null) counts.set(id, (counts.get(id) ?? 0) + requests);
    const busiest = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, BUSIEST_KEYS);
    const keys = await Promise.allSettled(busiest.map(([id]) => admin.readApiKey(id, { signal })));
    return keys.flatMap((found, place) =>
      found.status === 'fulfilled' ? [{ apiKey: found.value, requests: busiest[place]![1] }] : [],
    );
  },
});

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
