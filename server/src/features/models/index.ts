/** The model catalog, and which models an organization or a workspace may use (inference contract §2.6). */
export { isOpen, listModels, readModel, withView, type ModelDeps } from './list-models.ts';
export {
  chooseChatModel,
  requireRetention,
  type ModelChoice,
  type ModelPolicy,
} from './choose-chat-model.ts';
export { chooseEmbeddingModel, type EmbeddingModelChooser } from './choose-embedding-model.ts';
export { chooseNamedModel, type ModelChooser } from './choose-named-model.ts';
export { findAllowedModels, ModelAccess } from './model-access.ts';
export { ModelCatalog } from './model-catalog.ts';
export {
  isInPlan,
  isPermitted,
  keepsRetention,
  modelNotFound,
  viewFor,
  type ModelView,
} from './visible-models.ts';
export { setModelAllowlist } from './store.ts';
export { modelsModule } from './models-module.ts';
export { openModels } from './open-models.ts';
