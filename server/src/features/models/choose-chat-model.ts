import { ApiError } from '@svc/contract';
import type { ModelConfig } from '#config';
import {
  isClosedToKey,
  isInPlan,
  isPermitted,
  keepsRetention,
  modelNotFound,
  type ModelView,
} from './visible-models.ts';

export interface ModelChoice {
  readonly model: ModelConfig;
  readonly downgraded: boolean;
}

export interface ModelPolicy {
  /** `fallback` answers with the default model; `error` is the pending behaviour (inference contract §3.2, D-31). */
  readonly unknownModel: 'fallback' | 'error';
  /** What a caller is told who may use only models that keep nothing, where there is none (D-94). */
  readonly withoutRetentionModel: 'model_unavailable' | 'zero_retention_unavailable';
  readonly upgradeUrl: string;
}

/** Which model answers a chat completion: name, retention, plan, in the order of D-01 step 11. */
export function chooseChatModel(
  view: ModelView,
  requested: string | undefined,
  policy: ModelPolicy,
): ModelChoice {
  requireRetention(view, policy);
  const named = requested === undefined ? undefined : findChatModel(view, requested);
  if (requested !== undefined && !named && policy.unknownModel === 'error')
    throw new ApiError('model_not_found', { param: 'model' });
  if (named && !keepsRetention(view, named)) throw new ApiError('model_unavailable', { param: 'model' });
  if (named && isInPlan(view, named)) return { model: named, downgraded: false };
  if (named && policy.unknownModel === 'error') {
    throw new ApiError('model_not_in_plan', { extra: { upgrade_url: policy.upgradeUrl } });
  }
  return { model: defaultModel(view), downgraded: named !== undefined };
}

/** Where the deployment says so: 403 when no model at all would keep nothing (D-94). */
export function requireRetention(view: ModelView, policy: ModelPolicy): void {
  if (policy.withoutRetentionModel === 'zero_retention_unavailable' && !anyKeepsRetention(view)) {
    throw new ApiError('zero_retention_unavailable');
  }
}

function anyKeepsRetention(view: ModelView): boolean {
  return view.catalog.all(view.nowMs).some((model) => model.kind === 'chat' && keepsRetention(view, model));
}

function findChatModel(view: ModelView, id: string): ModelConfig | undefined {
  const model = view.catalog.find(id, view.nowMs);
  if (model?.kind !== 'chat') return undefined;
  // Nothing answers in its place: whoever restricts a key wants to hear of calls that go beyond.
  if (isClosedToKey(view, model)) throw modelNotFound(view, model);
  return isPermitted(view, model) ? model : undefined;
}

function defaultModel(view: ModelView): ModelConfig {
  const model = view.catalog.defaultModel;
  if (!isPermitted(view, model)) {
    const whom = isClosedToKey(view, model) ? 'key' : 'workspace';
    throw new ApiError('forbidden', {
      message: `The default model is not available to this ${whom}. Use one of the models that GET /v1/models lists.`,
    });
  }
  if (!keepsRetention(view, model)) throw new ApiError('model_unavailable', { param: 'model' });
  return model;
}
