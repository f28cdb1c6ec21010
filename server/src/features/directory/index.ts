/** Directory sync: the directory of a company keeps the members of its organization, by SCIM (SCIM). */
export { directoryHandlers, type DirectoryHandlersDeps } from './directory-handlers.ts';
export { directoryModule } from './directory-module.ts';
export { parseDirectoryBody } from './scim/parse-directory-body.ts';
export { openDirectory } from './open-directory.ts';
export type { DirectoryTokens } from './tokens/directory-tokens.ts';
