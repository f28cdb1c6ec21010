import type { Exchange } from './exchange.ts';

/** One named part of the request path. Refuses by throwing an `ApiError`; stays synchronous whenever it can. */
export type Step = (exchange: Exchange) => void | Promise<void>;

/**
 * Runs the steps in order. Once a step needs to wait, the rest continue behind it, unless the client has gone in the
 * meantime. A refused request runs no later step.
 */
export function sequence(...steps: readonly Step[]): Step {
  const runFrom = (exchange: Exchange, from: number): void | Promise<void> => {
    for (let i = from; i < steps.length; i++) {
      const waiting = steps[i]!(exchange);
      if (waiting) return waiting.then(() => (exchange.gone ? undefined : runFrom(exchange, i + 1)));
    }
  };
  return (exchange) => runFrom(exchange, 0);
}
