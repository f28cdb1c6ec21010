import { ApiError } from '@svc/contract';
import type { ModelConfig } from '#config';
import {
  isInPlan,
  isPermitted,
  keepsRetention,
  modelNotFound,
  requireRetention,
  type EmbeddingModelChooser,
  type ModelChooser,
  type ModelPolicy,
  type ModelView,
} from '#features/models';
import type { ModelNames } from './model-names.ts';

/**
 * The chat model that a name of another vendor stands for (COMPG-07). Nothing is downgraded: a model outside the plan is
 * 403, because the caller's client would not notice that another one answers.
 */
export function chooseCompatModel(names: () => ModelNames): ModelChooser {
  return (view, requested, policy) => {
    requireRetention(view, policy);
    return { model: chooseByName(names(), view, requested, 'chat', policy), downgraded: false };
  };
}

/** The same for embeddings. */
export function chooseCompatEmbeddingModel(
  names: () => ModelNames,
  policy: () => ModelPolicy,
): EmbeddingModelChooser {
  return (view, requested) => chooseByName(names(), view, requested, 'embedding', policy());
}

export function chooseByName(
  names: ModelNames,
  view: ModelView,
  requested: string | undefined,
  kind: ModelConfig['kind'],
  { upgradeUrl }: Pick<ModelPolicy, 'upgradeUrl'>,
): ModelConfig {
  const model = names.find(view.catalog, requested, kind, view.nowMs);
  if (!model && requested === undefined)
    throw new ApiError('invalid_request', { param: 'model', message: 'The field model must name a model.' });
  if (!model || !isPermitted(view, model)) throw modelNotFound(view, model, NOT_FOUND);
  if (!keepsRetention(view, model)) throw new ApiError('model_unavailable', { param: 'model' });
  if (!isInPlan(view, model)) throw new ApiError('model_not_in_plan', { extra: { upgrade_url: upgradeUrl } });
  return model;
}

const NOT_FOUND =
  'No model with this name is available to you. Use an id from the list of models, or ask the operator for an alias.';
