export { administration, type AdministrationRooms } from './administration.ts';
export { catalog, type CatalogRooms } from './catalog.ts';
export { countTokens } from './count-tokens.ts';
export { embeddings, type EmbeddingsRooms } from './embeddings.ts';
export { inference, type InferenceRooms } from './inference.ts';
