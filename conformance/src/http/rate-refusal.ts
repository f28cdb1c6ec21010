import type { HttpResponse } from './http-exchange.ts';

export type ResponseHead = Pick<HttpResponse, 'status' | 'headers'>;

/** A request that was refused because its key had used up the requests of a minute. */
export interface RateRefusal {
  /** Requests a minute the deployment allows there. */
  readonly limit: number;
}

/** Chat and models requests a minute of one key (LIMIT-06, MODEL-32). */
const CONTRACT_LIMITS = new Set([600, 60]);

/** Told by a header and not by the body, so that it is seen before the body is there. */
export function rateRefusal({ status, headers }: ResponseHead): RateRefusal | undefined {
  const limit = headers['x-ratelimit-limit'];
  return status === 429 && limit !== undefined ? { limit: Number(limit) } : undefined;
}

/** Whether a check may need more requests in a minute than this deployment allows: the contract's number is always enough. */
export function isBelowContract({ limit }: RateRefusal): boolean {
  return !CONTRACT_LIMITS.has(limit);
}
