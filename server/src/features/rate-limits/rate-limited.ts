import { ApiError, type ErrorExtras, type VendorDetails } from '@svc/contract';

/** Whose count was full, as the refusal names it (D-76). */
export type RateScope = ErrorExtras['scope'];

/** Says more of a full count than that there were too many requests. */
interface RateDetails {
  readonly message: string;
  readonly measure: NonNullable<VendorDetails['measure']>;
}

/** The 429 of inference contract §8, with the headers that appear on this refusal only. */
export function rateLimited(
  limit: number,
  waitMs: number,
  scope: RateScope,
  details?: RateDetails,
): ApiError {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  return new ApiError('rate_limited', {
    retryAfterSeconds,
    ...(details && { message: details.message, vendor: { measure: details.measure } }),
    extra: { scope },
    headers: {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset-seconds': String(retryAfterSeconds),
    },
  });
}
