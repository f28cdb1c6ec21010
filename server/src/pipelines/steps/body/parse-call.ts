import { hash } from 'node:crypto';
import type { Authenticated, Exchange, InferenceCall, ModelEndpoint, Parsed, Step } from '#exchange';
import type { BodyReader } from '../../bodies/body-reader.ts';

export interface ParseDeps {
  readonly bodyReader: BodyReader;
}

/**
 * Steps 8 to 10 (D-01): parses the JSON, then checks counts and fields of the request, as far as that needs
 * only the body.
 */
export function parseCall(
  { bodyReader }: ParseDeps,
  endpoint: ModelEndpoint,
): Step<Exchange & Authenticated, Parsed> {
  return (exchange) => {
    const call = bodyReader.read(exchange, endpoint.parser(exchange));
    return call instanceof Promise ? call.then((parsed) => accept(exchange, parsed)) : accept(exchange, call);
  };
}

/** The rest of step 10: checks that need the caller. */
export function checkCall(endpoint: ModelEndpoint): Step<Exchange & Authenticated & Parsed> {
  return (exchange) => endpoint.checkCall?.(exchange);
}

function accept(exchange: Exchange & Authenticated, call: InferenceCall): void {
  const { promptCacheKey } = call;
  const sessionId = exchange.clientSession ?? call.sessionId;
  if (promptCacheKey !== undefined)
    exchange.call = { ...call, cacheScope: cacheScope(exchange, promptCacheKey) };
  else
    exchange.call =
      sessionId === undefined
        ? call
        : { ...call, sessionScope: cacheScope(exchange, `session ${sessionId}`) };
  exchange.metadata = call.metadata ?? null;
}

/** Scopes a cache key to a workspace and key. Opaque, so that an engine cannot tell whose it is (D-43). */
function cacheScope({ credential }: Authenticated, key: string): string {
  return hash(
    'sha256',
    JSON.stringify([credential.organizationId, credential.workspaceId, key]),
    'base64url',
  );
}
