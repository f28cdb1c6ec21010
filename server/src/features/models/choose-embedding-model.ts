import { ApiError } from '@svc/contract';
import type { ModelConfig } from '#config';
import { isInPlan, isPermitted, keepsRetention, modelNotFound, type ModelView } from './visible-models.ts';

/** How an endpoint finds the model for its texts, or refuses. */
export type EmbeddingModelChooser = (view: ModelView, requested: string) => ModelConfig;

/** The embedding model of this name. 404 for any other the caller's list does not hold, chat models included (EMB-03, D-51). */
export function chooseEmbeddingModel(view: ModelView, requested: string): ModelConfig {
  const model = view.catalog.find(requested, view.nowMs);
  if (model?.kind !== 'embedding' || !isPermitted(view, model)) throw modelNotFound(view, model);
  if (!keepsRetention(view, model)) throw new ApiError('model_unavailable', { param: 'model' });
  if (!isInPlan(view, model)) throw modelNotFound(view, model);
  return model;
}
