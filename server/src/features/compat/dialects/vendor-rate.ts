import type { ApiError } from '@svc/contract';

/** The full count of a refused request. */
export interface VendorRate {
  readonly measure: 'requests' | 'input_tokens' | 'output_tokens';
  readonly limit: string;
  readonly resetSeconds: number;
}

/** The count that a 429 is about (inference contract §8); undefined for other errors. */
export function vendorRate({ options, retryAfterSeconds = 0 }: ApiError): VendorRate | undefined {
  const limit = options.headers?.['x-ratelimit-limit'];
  if (limit === undefined) return undefined;
  return { measure: options.vendor?.measure ?? 'requests', limit, resetSeconds: retryAfterSeconds };
}
