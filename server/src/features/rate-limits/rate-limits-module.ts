import { organizationCache, type AdministrationHandlers, type Module } from '#features/module';
import type { ModelRates } from './model-rates.ts';
import { readRateLimits, type LimitsDeps } from './organization-limits.ts';
import type { RateOverrides } from './rate-overrides.ts';
import type { RequestRates } from './request-rates.ts';
import {
  clearWorkspaceRateLimits,
  readWorkspaceRateLimits,
  setWorkspaceRateLimits,
} from './workspace-limits.ts';

export interface LimitsModuleDeps extends LimitsDeps {
  readonly rates: RequestRates;
  readonly modelRates: ModelRates;
  readonly rateOverrides: RateOverrides;
}

export function rateLimitsModule(deps: LimitsModuleDeps) {
  return {
    administration: {
      readRateLimits: (scope) => readRateLimits(deps, scope),
      readWorkspaceRateLimits: (scope, { params }) =>
        readWorkspaceRateLimits(deps, scope, params.workspace_id),
      setWorkspaceRateLimits: (change, { params, body }) =>
        setWorkspaceRateLimits(deps, change, params.workspace_id, body.overrides),
      clearWorkspaceRateLimits: (change, { params }) =>
        clearWorkspaceRateLimits(deps, change, params.workspace_id),
    } satisfies Partial<AdministrationHandlers>,
    caches: [organizationCache(deps.rateOverrides)],
    jobs: [deps.rates.job, deps.modelRates.job],
  } satisfies Module;
}
