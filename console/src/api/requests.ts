import { queryOptions } from '@tanstack/react-query';
import type { RequestRecord } from '@svc/contract';
import { call } from './console-api.ts';
import { hasCode } from './failure.ts';

const ATTEMPTS = 10;
const PAUSE_MS = 1000;

/** What was written down of a request. */
export function requestOptions(id: string) {
  return queryOptions({
    queryKey: ['requests', id],
    queryFn: ({ signal }) => call<RequestRecord>('GET', `/requests/${encodeURIComponent(id)}`, { signal }),
  });
}

/** The same of a request that has only just ended: its record is on its way to the database. */
export function freshRequestOptions(id: string) {
  return {
    ...requestOptions(id),
    retry: (failures: number, cause: Error) => hasCode(cause, 'request_not_found') && failures < ATTEMPTS,
    retryDelay: PAUSE_MS,
  };
}
