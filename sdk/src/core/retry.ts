import { ApiError, ConnectionError, StreamError } from './errors.ts';

/**
 * What sending a request twice does. `safe`: the same as once. `keyed`: the same, thanks to an Idempotency-Key. `charged`:
 * each may cost, so it is repeated only when the service answered that it was not done, or surely never heard of it. `once`: it
 * cannot be sent again, since its body can be read once.
 */
export type Repetition = 'safe' | 'keyed' | 'charged' | 'once';

const RETRIED_TYPES: ReadonlySet<string> = new Set([
  'rate_limit_error',
  'service_unavailable_error',
  'api_error',
  'timeout_error',
]);

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
/** Whoever is told to wait longer wants to hear of it. */
const MAX_WAIT_SECONDS = 90;
const SPREAD_MS = 500;

/** A quota nobody could look up has no instant at which it resets: it is back as soon as the check is. */
function isUncheckedQuota({ code, fields }: ApiError): boolean {
  return (
    code === 'quota_exhausted' && fields['limit'] === 'unavailable' && (fields['resets_at'] ?? null) === null
  );
}

/** Whether the same request may succeed later (inference contract §7.2 and §7.4). */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof StreamError || error instanceof ConnectionError) return true;
  if (!(error instanceof ApiError)) return false;
  // Only the operator of the service can put that right.
  if (error.code === 'server_misconfigured') return false;
  if (RETRIED_TYPES.has(error.type) || error.code === 'feature_unavailable' || isUncheckedQuota(error))
    return true;
  // A conflict passes by itself only where the service says when.
  return error.type === 'conflict_error' && error.retryAfterSeconds !== undefined;
}

/** About 1, 2, 4 seconds and never more than 30, spread so that callers who failed together do not come back together. */
function backOffMs(attempt: number): number {
  const pauseMs = FIRST_PAUSE_MS * 2 ** attempt * (0.75 + Math.random() / 2);
  return Math.min(pauseMs, MAX_PAUSE_MS);
}

/** Milliseconds to wait before try `attempt` + 1, counted from 0; undefined when there should be none. */
export function pauseBeforeRetryMs(
  error: unknown,
  attempt: number,
  repetition: Repetition,
): number | undefined {
  if (repetition === 'once' || !isWorthRetrying(error)) return undefined;
  if (error instanceof ConnectionError && error.sent && repetition === 'charged') return undefined;
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  if (seconds === undefined) return backOffMs(attempt);
  return seconds > MAX_WAIT_SECONDS ? undefined : seconds * 1000 + Math.random() * SPREAD_MS;
}
