import { queryOptions } from '@tanstack/react-query';
import type { ConsoleClientCalls, RequestSummary } from '@svc/contract';
import type { searchNames } from '../strings/search-names.ts';
import { call } from './console-api.ts';
import { hasCode, mayPass } from './failure.ts';
import { listOptions } from './pages.ts';

const ATTEMPTS = 10;
const PAUSE_MS = 1000;
/** So long after its start the record of a request may still be on its way. */
const RECENT_MS = 60_000;
const LIVE_MS = 2000;
const LIVE_ITEMS = 100;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** The latest calls, from when the list is loaded. */
type LatestTime = keyof typeof searchNames.latestTimes;
const LATEST_MS: Readonly<Record<LatestTime, number>> = {
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
};

/** As the address holds them; `status` is an outcome or an HTTP status. */
export interface RequestFilters {
  readonly latest?: LatestTime;
  /** RFC 3339, to the minute. The last minute is included. */
  readonly from?: string;
  readonly to?: string;
  readonly status?: string;
  readonly code?: string;
  readonly model?: string;
  readonly key?: string;
  readonly person?: string;
  readonly workspace?: string;
  /** Least cost, US dollars as decimal text. */
  readonly cost?: string;
}

type Outcome = NonNullable<ConsoleClientCalls['listRequests']['query']['outcome']>;

/** An outcome or an HTTP status, as a query takes them. The address holds nothing else. */
export function statusQuery(status: string | undefined) {
  if (status === undefined) return {};
  return /^\d+$/.test(status) ? { status: Number(status) } : { outcome: status as Outcome };
}

function queryOf({ latest, from, to, status, ...filters }: RequestFilters) {
  return {
    starting_at: latest === undefined ? from : new Date(Date.now() - LATEST_MS[latest]).toISOString(),
    ending_at: to && new Date(Date.parse(to) + MINUTE_MS).toISOString(),
    ...statusQuery(status),
    error_code: filters.code,
    model: filters.model,
    api_key_id: filters.key,
    user_id: filters.person,
    workspace_id: filters.workspace,
    min_cost_usd: filters.cost,
  };
}

export const requestList = (filters: RequestFilters) =>
  listOptions<RequestSummary>(['requests', 'list', filters], (page, options) =>
    call('listRequests', { query: { ...queryOf(filters), ...page }, ...options }),
  );

/** The newest calls, again and again while the page is seen. */
export function newestRequestsOptions(filters: RequestFilters) {
  return {
    queryKey: ['requests', 'newest', filters],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      call('listRequests', { query: { ...queryOf(filters), limit: LIVE_ITEMS }, signal }),
    refetchInterval: LIVE_MS,
  };
}

/** What was written down of a request. The record of one that has only just ended is on its way to the database: it is asked for again. */
export function requestOptions(id: string) {
  return queryOptions({
    queryKey: ['requests', 'one', id],
    queryFn: ({ signal }) => call('readRequest', { path: { request_id: id }, signal }),
    retry: (failures, cause) =>
      hasCode(cause, 'request_not_found') ? failures < ATTEMPTS && isRecent(id) : mayPass(failures, cause),
    retryDelay: PAUSE_MS,
  });
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

function isRecent(id: string): boolean {
  return Math.abs(Date.now() - startMs(id)) < RECENT_MS;
}

/** When the request arrived, milliseconds since 1970: an id begins with its time, in ten digits of 32. */
export function startMs(id: string): number {
  let ms = 0;
  for (const digit of id.slice('req_'.length, 'req_'.length + 10)) ms = ms * 32 + DIGITS.indexOf(digit);
  return ms;
}
