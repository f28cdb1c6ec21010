import { ApiError, ERRORS, type ErrorName } from '@svc/contract';
import type { EngineFault } from './events.ts';

/** The caller's error for an engine's status (D-19). Other statuses are mapped by class below. */
const BY_STATUS: ReadonlyMap<number, ErrorName> = new Map([
  // Our credentials, our name for the model or our account are wrong: nothing the caller could change.
  [401, 'server_misconfigured'],
  [403, 'server_misconfigured'],
  [404, 'server_misconfigured'],
  [402, 'server_misconfigured'],
  [408, 'upstream_timeout'],
  [413, 'payload_too_large'],
  [429, 'model_busy'],
  [503, 'temporarily_unavailable'],
  [529, 'temporarily_unavailable'],
]);

const MAX_RETRY_AFTER_SECONDS = 60;

function nameByStatus(status: number): ErrorName {
  const listed = BY_STATUS.get(status);
  if (listed) return listed;
  // Redirects and empty successes are invalid engine responses and fail like a 5xx.
  return status >= 400 && status < 500 ? 'invalid_request' : 'upstream_error';
}

function nameOf(fault: EngineFault): ErrorName {
  switch (fault.kind) {
    case 'unreachable':
      return 'upstream_unavailable';
    case 'timeout':
      return 'upstream_timeout';
    case 'broken':
      return 'upstream_error';
    case 'busy':
      return 'model_busy';
    case 'status':
      return nameByStatus(fault.status ?? 0);
  }
}

/** Whole seconds from 1 to 60, or the entry's own default when the engine gave no usable hint (D-17). */
function retryAfter(hint: number | undefined): number {
  if (hint === undefined || !Number.isFinite(hint)) return ERRORS.model_busy.retryAfterSeconds ?? 5;
  return Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, Math.ceil(hint)));
}

/**
 * The catalog error for a run that failed before its first byte (D-19). Only `model_busy` uses the engine's
 * retry hint; every 503 keeps its own. The fault is the error's cause, for the log.
 */
export function faultToError(fault: EngineFault): ApiError {
  const name = nameOf(fault);
  if (name !== 'model_busy') return new ApiError(name, { cause: fault });
  return new ApiError(name, { cause: fault, retryAfterSeconds: retryAfter(fault.retryAfterSeconds) });
}
