export { catalog, type CatalogRooms } from './catalog.ts';
export { inference, type InferenceRooms } from './inference.ts';
