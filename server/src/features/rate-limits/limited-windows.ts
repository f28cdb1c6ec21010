import { NO_LIMIT, type MinuteLimits } from '#exchange';
import type { OrganizationScope } from '#store';
import type { WindowName } from './model-rates.ts';
import { modelLimits, ratesOf, type LimitsDeps } from './organization-limits.ts';
import { loadRateOverrides } from './store.ts';

/** A minute of calls that are counted together, with the limits it must keep. */
export interface LimitedWindow extends WindowName {
  readonly limits: MinuteLimits;
}

/** Of every model that answers conversations, and of embeddings if there is a model for them (D-63). */
export async function organizationWindows(
  deps: LimitsDeps,
  scope: OrganizationScope,
): Promise<LimitedWindow[]> {
  const rates = await ratesOf(deps, scope);
  const models = modelLimits(deps, rates).map((limits) => ({
    workspaceId: '',
    model: limits.model,
    limits: {
      requests: limits.requests_per_minute,
      inputTokens: limits.input_tokens_per_minute,
      outputTokens: limits.output_tokens_per_minute,
    },
  }));
  const all = deps.catalog().all(deps.clock.nowMs());
  if (all.every(({ kind }) => kind === 'chat')) return models;
  const inputTokens = deps.deployment().rate_tiers[rates.tier].embeddings_tokens_per_minute;
  const limits = { requests: NO_LIMIT, inputTokens, outputTokens: NO_LIMIT };
  return [...models, { workspaceId: '', model: undefined, limits }];
}

/** What the workspace set for itself. Of models that are no longer there nothing is counted. */
export async function workspaceWindows(
  { catalog, clock }: LimitsDeps,
  { db, organizationId }: OrganizationScope,
  workspaceId: string,
): Promise<LimitedWindow[]> {
  const overrides = await loadRateOverrides(db, [organizationId]);
  return overrides
    .filter((one) => one.workspaceId === workspaceId && catalog().find(one.model, clock.nowMs()))
    .map((one) => ({
      workspaceId,
      model: one.model,
      limits: {
        requests: one.requestsPerMinute ?? NO_LIMIT,
        inputTokens: one.inputTokensPerMinute ?? NO_LIMIT,
        outputTokens: one.outputTokensPerMinute ?? NO_LIMIT,
      },
    }));
}
