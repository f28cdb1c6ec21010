import { ApiError } from '@svc/contract';
import type { Authenticated, Step } from '#exchange';
import type { RequestRates } from '#features/rate-limits';
import { credentialOf } from './limit-rate.ts';

export interface LimitRefusalsDeps {
  readonly rates: RequestRates;
}

/**
 * Step 3 (D-01) of embeddings, which count tokens instead of requests (D-63): runs the later steps only while
 * they refused few requests of this key in the last minute. A refused request has no tokens but took as much
 * work to read. Each node counts alone.
 */
export function limitRefusals<E extends Authenticated, Adds>(
  { rates }: LimitRefusalsDeps,
  steps: Step<E, Adds>,
): Step<E, Adds> {
  const refuse = (exchange: E, error: unknown): never => {
    if (error instanceof ApiError && error.status < 500)
      rates.note('refused_embeddings', credentialOf(exchange)[1]);
    throw error;
  };
  return (exchange) => {
    const [scope, caller] = credentialOf(exchange);
    rates.requireRoom('refused_embeddings', caller, scope);
    try {
      return steps(exchange)?.catch((error: unknown) => refuse(exchange, error));
    } catch (error) {
      return refuse(exchange, error);
    }
  };
}
