import type { SignedInExchange, Step } from '#exchange';
import type { RequestRates } from '#features/rate-limits';

export interface LimitPersonRateDeps {
  readonly rates: RequestRates;
}

/**
 * Limits the requests per minute of one Console user, on each node separately: a runaway page must not affect
 * the service.
 */
export function limitPersonRate({ rates }: LimitPersonRateDeps): Step<SignedInExchange> {
  return ({ person }) => rates.take('console', person.userId, 'user');
}
