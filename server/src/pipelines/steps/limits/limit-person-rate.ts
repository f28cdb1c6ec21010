import type { SignedInExchange, Step } from '#exchange';
import type { RequestRates } from '#features/limits';

export interface LimitPersonRateDeps {
  readonly rates: RequestRates;
}

/** Requests a minute of one person in the Console, on each node by itself: a page that runs wild must not take the service along. */
export function limitPersonRate({ rates }: LimitPersonRateDeps): Step<SignedInExchange> {
  return ({ person }) => rates.take('console', person.userId, 'user');
}
