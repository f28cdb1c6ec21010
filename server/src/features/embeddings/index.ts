/** Embeddings (inference contract §2.8). */
export { refuseLongInput } from './count-inputs.ts';
export { parseEmbeddingsRequest, type EmbeddingsLimits } from './parse-embeddings-request.ts';
export { embeddingsEndpoint, type EmbeddingsSettings } from './embeddings-endpoint.ts';
