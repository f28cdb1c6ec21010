import { queryOptions } from '@tanstack/react-query';
import type { AnyRequest } from '@svc/contract';
import { operatorCall } from './operator-session.ts';
import { listOptions } from './pages.ts';
import { statusQuery } from './requests.ts';

/** Operators' reads are written down, so a page that is left open asks less often than those of members. */
const LIVE_MS = 5000;
const LIVE_ITEMS = 100;

/** As the address holds them; `status` is an outcome or an HTTP status. */
export interface AnyRequestFilters {
  readonly status?: string;
  readonly code?: string;
  readonly model?: string;
  readonly engine?: string;
  readonly organization?: string;
}

function queryOf({ status, code, model, engine, organization }: AnyRequestFilters) {
  return { ...statusQuery(status), error_code: code, model, engine, organization_id: organization };
}

export const anyRequestList = (filters: AnyRequestFilters) =>
  listOptions<AnyRequest>(['operator', 'requests', 'list', filters], (page, options) =>
    operatorCall('listAnyRequests', { query: { ...queryOf(filters), ...page }, ...options }),
  );

/** The newest calls, again and again while the page is seen. */
export const newestAnyRequestsOptions = (filters: AnyRequestFilters) => ({
  queryKey: ['operator', 'requests', 'newest', filters],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    operatorCall('listAnyRequests', { query: { ...queryOf(filters), limit: LIVE_ITEMS }, signal }),
  refetchInterval: LIVE_MS,
});

export const anyRequestOptions = (id: string) =>
  queryOptions({
    queryKey: ['operator', 'requests', id],
    queryFn: ({ signal }) => operatorCall('readAnyRequest', { path: { request_id: id }, signal }),
  });
