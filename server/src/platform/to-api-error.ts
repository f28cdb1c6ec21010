import { ApiError } from '@svc/contract';
import { BlobStoreUnavailable } from '#blobs';
import type { Limits } from '#config';
import { EngineFault, faultToError } from '#engine';
import type { Exchange } from '#exchange';
import { StoreUnavailable } from '#store';

/** Converts anything thrown to an error of the catalog. The unexpected is 500 `internal_error`; its text stays in the log. */
export function toApiError(cause: unknown, exchange: Exchange, limits: Limits): ApiError {
  if (cause instanceof ApiError) return cause;
  if (cause instanceof EngineFault) return withLimit(faultToError(cause), exchange, limits);
  if (cause instanceof StoreUnavailable || cause instanceof BlobStoreUnavailable || isDiskFull(cause))
    return new ApiError('temporarily_unavailable', { cause });
  return new ApiError('internal_error', { cause });
}

/** An engine that finds the body too large knows nothing of our limit, which the refusal names (LIMIT-19). */
function withLimit(error: ApiError, { operation }: Exchange, limits: Limits): ApiError {
  if (error.catalogName !== 'payload_too_large' || !operation.bodyLimit) return error;
  return new ApiError('payload_too_large', {
    ...error.options,
    extra: { max_bytes: limits[operation.bodyLimit] },
  });
}

function isDiskFull(cause: unknown): boolean {
  const code = cause instanceof Error ? (cause as { code?: unknown }).code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EIO' || code === 'EROFS';
}
