/** The request path of each kind of operation, each a written list of steps. */
export { administration, type AdministrationRooms } from './administration.ts';
export { judgeWithin } from './steps/credential/authenticate.ts';
export { catalog, type CatalogRooms } from './catalog.ts';
export { doorstep, inOrganization, ownAccount, type ConsoleRooms } from './console.ts';
export { countTokens } from './count-tokens.ts';
export { embeddings, type EmbeddingsRooms } from './embeddings.ts';
export { inference, type InferenceRooms } from './inference.ts';
export { oauth, type OAuthRooms } from './oauth.ts';
