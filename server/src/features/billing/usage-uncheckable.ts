import { ApiError } from '@svc/contract';
import { StoreUnavailable } from '#store';

/** Maps StoreUnavailable to 503 `usage_check_unavailable` (D-79). Returns any other cause unchanged. */
export function usageUncheckable(cause: unknown): unknown {
  if (!(cause instanceof StoreUnavailable)) return cause;
  return new ApiError('usage_check_unavailable', { cause, extra: { limit: 'unavailable', resets_at: null } });
}
