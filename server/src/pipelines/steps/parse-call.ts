import { readJson, type Exchange, type InferenceCall, type ModelEndpoint, type Step } from '#exchange';

/**
 * Steps 8 to 10 (D-01): the bytes as JSON, then counts and fields of the request shape. Bytes and body are let go: what
 * was parsed is the only copy, and a stream may run for minutes.
 */
export function parseCall(endpoint: ModelEndpoint, depthLimit: () => number): Step {
  return (exchange) => {
    const bytes = exchange.bytes;
    exchange.bytes = undefined;
    const parsing = bytes && endpoint.parseElsewhere?.(bytes);
    if (parsing) {
      return parsing.then((call) => accept(endpoint, exchange, call));
    }
    return accept(endpoint, exchange, endpoint.parse(readJson(bytes, depthLimit())));
  };
}

function accept(endpoint: ModelEndpoint, exchange: Exchange, call: InferenceCall): void | Promise<void> {
  exchange.call = call;
  exchange.metadata = call.metadata ?? null;
  return endpoint.checkCall?.(exchange);
}
