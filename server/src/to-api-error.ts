import { ApiError } from '@svc/contract';
import { EngineFault, faultToError } from '#engine';
import { StoreUnavailable } from '#store';

/** Whatever was thrown, as an error of the catalogue. What nobody foresaw is 500 `internal_error`; its text stays in the log. */
export function toApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  if (cause instanceof EngineFault) return faultToError(cause);
  if (cause instanceof StoreUnavailable || isDiskFull(cause)) return new ApiError('temporarily_unavailable', { cause });
  return new ApiError('internal_error', { cause });
}

function isDiskFull(cause: unknown): boolean {
  const code = cause instanceof Error ? (cause as { code?: unknown }).code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EIO' || code === 'EROFS';
}
