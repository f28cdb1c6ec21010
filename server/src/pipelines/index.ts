/** The request pipeline of each kind of operation, each an explicit list of steps. */
export { administration, type AdministrationDeps } from './administration.ts';
export { reauthenticateInTransaction } from './steps/credential/authenticate.ts';
export { batchLine, batchLines } from './batch-line.ts';
export { BodyReader } from './bodies/body-reader.ts';
export { BodyBudget } from './steps/body/body-budget.ts';
export { catalog, type CatalogDeps } from './catalog.ts';
export { consoleAccount, consoleOrganization, consolePublic, type ConsoleDeps } from './console.ts';
export { compatHandlers } from './compat-handlers.ts';
export { countTokens } from './count-tokens.ts';
export { embeddings, type EmbeddingsDeps } from './embeddings.ts';
export { inference, type InferenceDeps } from './inference.ts';
export { inferenceHandlers } from './inference-handlers.ts';
export { modelCall } from './model-call.ts';
export { modelEndpoints } from './model-endpoints.ts';
export { limitNetworkRate, type LimitNetworkRateDeps } from './steps/limits/limit-network-rate.ts';
export { oauth, type OAuthDeps } from './oauth.ts';
export { promptTool } from './prompt-tool.ts';
export { workspaceResources, type WorkspaceResourcesDeps } from './workspace-resources.ts';
