import { hash } from 'node:crypto';
import type { Authenticated, Exchange, InferenceCall, ModelEndpoint, Parsed, Step } from '#exchange';
import type { BodyReader } from '../../bodies/body-reader.ts';

export interface ParseDeps {
  readonly bodyReader: BodyReader;
}

/** Steps 8 to 10 (D-01): the bytes as JSON, then counts and fields of the request shape. */
export function parseCall(
  { bodyReader }: ParseDeps,
  endpoint: ModelEndpoint,
): Step<Exchange & Authenticated, Parsed> {
  return (exchange) => {
    const call = bodyReader.read(exchange, endpoint.parser(exchange));
    return call instanceof Promise
      ? call.then((parsed) => accept(endpoint, exchange, parsed))
      : accept(endpoint, exchange, call);
  };
}

function accept(
  endpoint: ModelEndpoint,
  exchange: Exchange & Authenticated,
  call: InferenceCall,
): void | Promise<void> {
  exchange.call =
    call.promptCacheKey === undefined
      ? call
      : { ...call, cacheScope: cacheScope(exchange, call.promptCacheKey) };
  exchange.metadata = call.metadata ?? null;
  return endpoint.checkCall?.(exchange as typeof exchange & Parsed);
}

/** Of a workspace and one of its keys: opaque, so that an engine cannot tell whose it is (D-43). */
function cacheScope({ credential }: Authenticated, key: string): string {
  return hash(
    'sha256',
    JSON.stringify([credential.organizationId, credential.workspaceId, key]),
    'base64url',
  );
}
