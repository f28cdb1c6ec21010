import { ApiError } from '@svc/contract';
import { describeError, RefreshingCache, type Log, type RefreshingCacheOptions } from '#kit';
import { StoreUnavailable } from './store-unavailable.ts';

export interface RecordCacheOptions<V extends object> extends Pick<
  RefreshingCacheOptions<V>,
  'clock' | 'loadMany' | 'staleMs' | 'limit' | 'weigh' | 'freshMs' | 'absentMs'
> {
  readonly log: Log;
  /** What the records are, for the log, such as `admin keys`. */
  readonly what: string;
  /** Creates the 503 for a record that was never loaded while the database is unavailable. */
  readonly unavailable:
    | 'authorization_unavailable'
    | 'plan_check_unavailable'
    | 'models_unavailable'
    | 'temporarily_unavailable';
}

/**
 * Caches database records by `RefreshingCache`: the last known record is served while the database is
 * unavailable.
 */
export function cacheRecords<V extends object>({
  log,
  what,
  unavailable,
  ...options
}: RecordCacheOptions<V>): RefreshingCache<V> {
  return new RefreshingCache({
    ...options,
    isOutage: (error) => error instanceof StoreUnavailable,
    unavailable: (cause) => new ApiError(unavailable, { cause }),
    onFailure: (error) => log.error({ error: describeError(error) }, `reading ${what} failed`),
  });
}
