import { readJson, type EmbeddingsEndpoint, type Step } from '#exchange';

/** Steps 8 to 10 (D-01) of embeddings: JSON, the fields, the tokens of every text. What is to be stored of them is noted. */
export function parseEmbeddings(endpoint: EmbeddingsEndpoint, depthLimit: () => number): Step {
  return async (exchange) => {
    const bytes = exchange.bytes;
    exchange.bytes = undefined;
    const call = await endpoint.parse(readJson(bytes, depthLimit()), exchange);
    exchange.embeddings = call;
    if (call.endUserId !== undefined) exchange.metadata = { end_user_id: call.endUserId };
  };
}
