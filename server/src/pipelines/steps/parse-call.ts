import type { ModelEndpoint, Step } from '#exchange';

/** Steps 9 and 10 (D-01): counts and fields of the request shape. The raw body is let go: a stream may run for minutes. */
export function parseCall(endpoint: ModelEndpoint): Step {
  return (exchange) => {
    exchange.call = endpoint.parse(exchange.body);
    exchange.body = undefined;
  };
}
