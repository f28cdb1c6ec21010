import { ApiError } from '@svc/contract';
import { BlobStoreUnavailable } from '#blobs';
import type { Limits } from '#config';
import { EngineFault, faultToError } from '#engine';
import type { Exchange } from '#exchange';
import { StoreUnavailable } from '#store';

/** Converts anything thrown to an error of the catalog. The unexpected is 500 `internal_error`; its text stays in the log. */
export function toApiError(cause: unknown, exchange: Exchange, limits: Limits): ApiError {
  if (cause instanceof ApiError) return withCounts(cause, exchange);
  if (cause instanceof EngineFault)
    return withCounts(asListed(withLimit(faultToError(cause), exchange, limits), exchange), exchange);
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

/** What an engine says of a conversation it may say of texts to embed, for which the contract has another word. */
function asListed(error: ApiError, { operation }: Exchange): ApiError {
  const isListed =
    error.catalogName !== 'context_length_exceeded' || !operation.errors.includes('input_too_long');
  return isListed ? error : new ApiError('input_too_long', { param: 'input', cause: error.options.cause });
}

/** Not every engine counts, and clients read the numbers of a prompt that is too long (COMPE-06). */
function withCounts(error: ApiError, { admission }: Exchange): ApiError {
  if (error.catalogName !== 'context_length_exceeded' || !admission || error.options.vendor?.prompt)
    return error;
  const { model, promptTokens = 0 } = admission;
  const mostTokens = model.contextWindow;
  const prompt = { tokens: Math.max(promptTokens, mostTokens + 1), mostTokens };
  return new ApiError(error.catalogName, { ...error.options, vendor: { ...error.options.vendor, prompt } });
}

function isDiskFull(cause: unknown): boolean {
  const code = cause instanceof Error ? (cause as { code?: unknown }).code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EIO' || code === 'EROFS';
}
