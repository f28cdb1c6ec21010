import { ApiError, type ErrorExtras } from '@svc/contract';

/** Whose count was full, as the refusal names it (D-76). */
export type RateScope = ErrorExtras['scope'];

/** The 429 of inference contract §8, with the headers that appear on this refusal only. `message`: in place of the usual one. */
export function rateLimited(limit: number, waitMs: number, scope: RateScope, message?: string): ApiError {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  return new ApiError('rate_limited', {
    retryAfterSeconds,
    ...(message === undefined ? {} : { message }),
    extra: { scope },
    headers: {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset-seconds': String(retryAfterSeconds),
    },
  });
}
