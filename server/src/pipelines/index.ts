export { catalog, type CatalogRooms } from './catalog.ts';
export { embeddings, type EmbeddingsRooms } from './embeddings.ts';
export { inference, type InferenceRooms } from './inference.ts';
