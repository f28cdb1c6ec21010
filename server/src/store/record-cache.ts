import { ApiError } from '@svc/contract';
import { describeError, RefreshingCache, type Log, type RefreshingCacheOptions } from '#kit';
import { StoreUnavailable } from './store-unavailable.ts';

export interface RecordCacheOptions<V extends object> extends Pick<
  RefreshingCacheOptions<V>,
  'clock' | 'loadMany' | 'staleMs'
> {
  readonly log: Log;
  /** What the records are, for the log: `admin keys`. */
  readonly what: string;
  /** The 503 of whoever asks for one that was never read, while the database is away. */
  readonly unavailable: 'authorization_unavailable' | 'plan_check_unavailable' | 'models_unavailable';
}

/** Records of the database in memory, as `RefreshingCache` says: what was read last stands in while the database is away. */
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
