import {
  isRestricted,
  organizationCache,
  type AdministrationHandlers,
  type ConsoleHandlers,
  type Module,
} from '#features/module';
import { accessOf, type EffectiveRoles, type MemberCaller } from '#features/permissions';
import { readRateLimits } from './organization-limits.ts';
import type { RateOverrides } from './rate-overrides.ts';
import { readLimitUse, readWorkspaceLimitUse, type LimitUseDeps } from './read-limit-use.ts';
import {
  clearWorkspaceRateLimits,
  readWorkspaceRateLimits,
  setWorkspaceRateLimits,
} from './workspace-limits.ts';

export interface LimitsModuleDeps extends LimitUseDeps {
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
    console: {
      readLimitUse: (scope) => readLimitUse(deps, scope),
      readWorkspaceLimitUse: (scope, { params }, { roles }) =>
        readWorkspaceLimitUse(deps, scope, params.workspace_id, {
          userId: roles.userId,
          seesCost: seesCost(roles, params.workspace_id),
        }),
    } satisfies Partial<ConsoleHandlers<MemberCaller>>,
    caches: [organizationCache(deps.rateOverrides)],
    jobs: [deps.rates.job, deps.modelRates.job],
  } satisfies Module;
}

function seesCost(roles: EffectiveRoles, workspaceId: string): boolean {
  const access = accessOf(roles, 'usage.read');
  return !isRestricted(access) || access.workspaceIds.includes(workspaceId);
}
