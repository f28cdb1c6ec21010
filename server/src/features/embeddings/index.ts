export { refuseLongInput } from './count-inputs.ts';
export { embeddingsEndpoint, type EmbeddingsSettings } from './embeddings-endpoint.ts';
