import { queryOptions } from '@tanstack/react-query';
import { DAY_MS } from './day-range.ts';
import { sumUsd } from './sum-usd.ts';
import { API_KEYS } from './api-keys.ts';
import { call } from './console-api.ts';

const DAYS = 30;
/** A month may be a day longer. */
const ASKED_DAYS = 31;
const REFRESH_MS = 60_000;

export interface KeyUsage {
  /** Beginnings of the last 30 days of UTC, milliseconds since 1970. */
  readonly daysMs: readonly number[];
  /** Calls, one number for each day, as decimal text. */
  readonly requests: readonly string[];
  /** US dollars as decimal text. */
  readonly cost: string;
  /** The same since the first of this month, UTC. */
  readonly costThisMonth: string;
}

/** What calls with this key took. */
export function keyUsageOptions(id: string) {
  return queryOptions({
    queryKey: [...API_KEYS, 'usage', id],
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }): Promise<KeyUsage> => {
      const now = new Date();
      const [today, month] = [
        Math.floor(now.getTime() / DAY_MS) * DAY_MS,
        Date.UTC(now.getUTCFullYear(), now.getUTCMonth()),
      ];
      const query = {
        starting_at: new Date(today - (ASKED_DAYS - 1) * DAY_MS).toISOString(),
        bucket_width: '1d' as const,
        limit: String(ASKED_DAYS),
        'api_key_ids[]': [id],
      };
      const [usage, cost] = await Promise.all([
        call('reportUsage', { query, signal }),
        call('reportCost', { query, signal }),
      ]);
      const costSince = (ms: number) =>
        sumUsd(
          cost.data
            .filter(({ starting_at: at }) => Date.parse(at) >= ms)
            .flatMap(({ results }) => results.map(({ amount }) => amount)),
        );
      const days = usage.data.slice(-DAYS);
      return {
        daysMs: days.map(({ starting_at: at }) => Date.parse(at)),
        requests: days.map(({ results }) => sumUsd(results.map(({ requests }) => String(requests)))),
        cost: costSince(today - (DAYS - 1) * DAY_MS),
        costThisMonth: costSince(month),
      };
    },
  });
}
