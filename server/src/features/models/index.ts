/** The model catalogue, and which models an organization or a workspace may use (inference contract §2.6). */
export { listModels, readModel, type ModelDeps } from './answer-models.ts';
export { chooseChatModel, type ModelChoice, type ModelPolicy } from './choose-chat-model.ts';
export { chooseEmbeddingModel } from './choose-embedding-model.ts';
export { chooseNamedModel, type ModelChooser } from './choose-named-model.ts';
export { ModelAccess } from './model-access.ts';
export { ModelCatalog } from './model-catalog.ts';
export { viewFor, type ModelView } from './visible-models.ts';
export { setModelAllowlist } from './store.ts';
export { modelsModule } from './models-module.ts';
