import { hash } from 'node:crypto';
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
    return accept(endpoint, exchange, endpoint.parse(readJson(bytes, depthLimit()), exchange));
  };
}

function accept(endpoint: ModelEndpoint, exchange: Exchange, call: InferenceCall): void | Promise<void> {
  exchange.call = call.promptCacheKey === undefined ? call : { ...call, cacheScope: cacheScope(exchange, call.promptCacheKey) };
  exchange.metadata = call.metadata ?? null;
  return endpoint.checkCall?.(exchange);
}

/** Of a workspace and one of its keys: opaque, so that an engine cannot tell whose it is (D-43). */
function cacheScope({ credential }: Exchange, key: string): string {
  return hash('sha256', JSON.stringify([credential.organizationId, credential.workspaceId, key]), 'base64url');
}
