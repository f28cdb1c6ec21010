import { queryOptions } from '@tanstack/react-query';
import type { ApiKey, UsageSeries } from '@svc/contract';
import { DAY_MS } from './day-range.ts';
import { call } from './console-api.ts';
import type { ListPage } from './pages.ts';

const DAYS = 7;
const REFRESH_MS = 60_000;
const FAILURES = 5;
const FAILURES_REFRESH_MS = 10_000;
const BUSIEST_KEYS = 4;
/** With what was called without a key, by where somebody had signed in, and all others. */
const BUSIEST_GROUPS = BUSIEST_KEYS + 6;

/** Decimal text, which holds every amount exactly. */
export interface DailyAmounts {
  /** One for each day. */
  readonly amounts: readonly string[];
  /** Of the seven days before, as far as these have passed. */
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

/** Today and the six days before, by days of UTC, with the same part of the seven days before those. */
export const weekOptions = queryOptions({
  queryKey: ['week'],
  refetchInterval: REFRESH_MS,
  queryFn: async ({ signal }): Promise<Week> => {
    const [usage, cost] = await Promise.all([dailyTotals('requests', signal), dailyTotals('cost', signal)]);
    const requests = amountsOf(usage);
    return {
      daysMs: usage.buckets.map(({ starting_at: at }) => Date.parse(at)),
      requests,
      cost: amountsOf(cost),
      hasCalls: requests.amounts.some((amount) => amount !== '0'),
    };
  },
});

/** Midnight of UTC, some days before that of today. */
function daysAgo(days: number): string {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return new Date(today - days * DAY_MS).toISOString();
}

/** As series, because a report has a row for each model of each day. */
function dailyTotals(measure: UsageSeries['measure'], signal: AbortSignal): Promise<UsageSeries> {
  return call('reportUsageSeries', {
    query: { starting_at: daysAgo(DAYS - 1), bucket: 'day', measure },
    signal,
  });
}

function amountsOf({ buckets, series, before }: UsageSeries): DailyAmounts {
  return { amounts: series[0]?.amounts ?? buckets.map(() => '0'), before: before.total };
}

/** The latest calls that did not end well, of the last seven days. */
export const recentFailuresOptions = queryOptions({
  queryKey: ['requests', 'recent-failures'],
  refetchInterval: FAILURES_REFRESH_MS,
  queryFn: ({ signal }) =>
    call('listRequests', {
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
    const { series } = await call('reportUsageSeries', {
      query: {
        starting_at: daysAgo(DAYS - 1),
        bucket: 'week',
        measure: 'requests',
        group_by: 'api_key_id',
        most_series: BUSIEST_GROUPS,
      },
      signal,
    });
    const busiest = series.filter(({ name, total }) => name !== null && total !== '0').slice(0, BUSIEST_KEYS);
    const keys = await Promise.allSettled(
      busiest.map(({ group }) => call('readApiKey', { path: { api_key_id: group! }, signal })),
    );
    return keys.flatMap((found, place) =>
      found.status === 'fulfilled' ? [{ apiKey: found.value, requests: Number(busiest[place]!.total) }] : [],
    );
  },
});

export const billingOptions = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ signal }) => call('readBilling', { signal }),
});

/** Whether there is any key, and any colleague: what the first steps ask. */
export const anyKeyOptions = queryOptions({
  queryKey: ['api-keys', 'any'],
  queryFn: async ({ signal }) =>
    hasAny<ApiKey>(await call('listApiKeys', { query: { limit: 1, status: 'active' }, signal })),
});

export const anyColleagueOptions = queryOptions({
  queryKey: ['users', 'any-colleague'],
  queryFn: async ({ signal }) => {
    const [users, invites] = await Promise.all([
      call('listUsers', { query: { limit: 2 }, signal }),
      call('listInvites', { query: { limit: 1 }, signal }),
    ]);
    return users.data.length > 1 || invites.data.length > 0;
  },
});

function hasAny<Item>(page: ListPage<Item>): boolean {
  return page.data.length > 0;
}
