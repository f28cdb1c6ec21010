import type { EmbeddingsEndpoint, Exchange, ParsedEmbeddings, Step } from '#exchange';
import type { ParseDeps } from './parse-call.ts';

/**
 * Steps 8 to 10 (D-01) of embeddings: JSON, the fields, the tokens of every text. Keeps what the usage record
 * needs.
 */
export function parseEmbeddings(
  { bodyReader }: ParseDeps,
  endpoint: EmbeddingsEndpoint,
): Step<Exchange, ParsedEmbeddings> {
  return async (exchange) => {
    const body = await bodyReader.read(exchange, endpoint.parser(exchange));
    const call = await endpoint.count(body, exchange.tenant);
    exchange.embeddings = call;
    if (call.endUserId !== undefined) exchange.metadata = { end_user_id: call.endUserId };
  };
}
