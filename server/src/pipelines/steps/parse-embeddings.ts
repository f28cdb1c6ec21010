import type { EmbeddingsEndpoint, Step } from '#exchange';

/** Step 10 (D-01) of embeddings: the fields, with the tokens of every text. What is to be stored of them is noted. */
export function parseEmbeddings(endpoint: EmbeddingsEndpoint): Step {
  return async (exchange) => {
    const call = await endpoint.parse(exchange.body);
    exchange.body = undefined;
    exchange.embeddings = call;
    if (call.endUserId !== undefined) exchange.metadata = { end_user_id: call.endUserId };
  };
}
