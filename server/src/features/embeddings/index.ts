/** Embeddings (inference contract §2.8). */
export { refuseLongInput } from './count-inputs.ts';
export { embeddingsEndpoint, type EmbeddingsSettings } from './embeddings-endpoint.ts';
