import { ApiError } from '@svc/contract';
import { requireRetention, type ModelChoice, type ModelPolicy } from './choose-chat-model.ts';
import { isInPlan, isPermitted, keepsRetention, modelNotFound, type ModelView } from './visible-models.ts';

/** How an endpoint finds its model, or refuses (D-01 step 11). */
export type ModelChooser = (
  view: ModelView,
  requested: string | undefined,
  policy: ModelPolicy,
) => ModelChoice;

/**
 * The chat model of exactly this name, or 404: no fallback, and a model outside the plan is as unknown as any other,
 * because the caller's list does not have it (MSG-03, D-51).
 */
export function chooseNamedModel(
  view: ModelView,
  requested: string | undefined,
  policy: ModelPolicy,
): ModelChoice {
  requireRetention(view, policy);
  const model = requested === undefined ? undefined : view.catalog.find(requested, view.nowMs);
  if (!model || model.kind !== 'chat' || !isPermitted(view, model)) throw modelNotFound(view, model);
  if (!keepsRetention(view, model)) throw new ApiError('model_unavailable', { param: 'model' });
  if (!isInPlan(view, model)) throw modelNotFound(view, model);
  return { model, downgraded: false };
}
