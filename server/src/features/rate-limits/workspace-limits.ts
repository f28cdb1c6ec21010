import { ApiError, type RateLimitOverride, type WorkspaceRateLimits } from '@svc/contract';
import { auditChange, type MutationContext } from '#features/audit';
import { requireActiveWorkspace, requireWorkspace } from '#features/workspaces';
import type { OrganizationScope } from '#store';
import { checkOverrides, MEASURES } from './check-overrides.ts';
import { modelLimits, ratesOf, type LimitsDeps, type ModelLimits } from './organization-limits.ts';
import { loadRateOverrides, replaceRateOverrides, type RateOverride } from './store.ts';

/** The limits that apply in a workspace, and those it set itself (platform contract §2.4). */
export async function readWorkspaceRateLimits(
  deps: LimitsDeps,
  scope: OrganizationScope,
  workspaceId: string,
): Promise<WorkspaceRateLimits> {
  await requireWorkspace(scope, workspaceId);
  const stored = await loadRateOverrides(scope.db, [scope.organizationId]);
  const overrides = stored.filter((one) => one.workspaceId === workspaceId).map(toOverride);
  const ofModel = new Map(overrides.map((override) => [override.model, override]));
  const limits = modelLimits(deps, await ratesOf(deps, scope));
  return {
    type: 'workspace_rate_limits',
    workspace_id: workspaceId,
    data: limits.map((limit) => lower(limit, ofModel.get(limit.model))),
    overrides: overrides.toSorted((a, b) => (a.model < b.model ? -1 : 1)),
  };
}

/** Replaces all limits of a workspace (RATE-15). Takes effect everywhere before it is answered. */
export async function setWorkspaceRateLimits(
  deps: LimitsDeps,
  change: MutationContext,
  workspaceId: string,
  overrides: readonly RateLimitOverride[],
): Promise<WorkspaceRateLimits> {
  const { scope } = change;
  requireLower(overrides, modelLimits(deps, await ratesOf(deps, scope)));
  await requireActiveWorkspace(scope, workspaceId);
  const before = await readWorkspaceRateLimits(deps, scope, workspaceId);
  const workspace = { organizationId: scope.organizationId, workspaceId };
  if (await replaceRateOverrides(scope.db, workspace, overrides.map(toStored))) {
    const changes = { overrides: { from: before.overrides, to: overrides } };
    await auditChange(change, {
      event: 'rate_limits.updated',
      resource: { type: 'workspace', id: workspaceId },
      workspaceId,
      changes,
    });
    change.touchesCredentials = true;
  }
  return readWorkspaceRateLimits(deps, scope, workspaceId);
}

export function clearWorkspaceRateLimits(
  deps: LimitsDeps,
  change: MutationContext,
  workspaceId: string,
): Promise<WorkspaceRateLimits> {
  return setWorkspaceRateLimits(deps, change, workspaceId, []);
}

/** D-RATE-3, RATE-18, RATE-19. */
function requireLower(overrides: readonly RateLimitOverride[], limits: readonly ModelLimits[]): void {
  const ofModel = new Map(limits.map((limit) => [limit.model, limit]));
  checkOverrides(overrides, {
    field: 'overrides',
    isLimited: (model) => ofModel.has(model),
    check: (override, path) => {
      const limit = ofModel.get(override.model)!;
      const above = MEASURES.find((measure) => (override[measure] ?? 0) > limit[measure]);
      if (above) throw new ApiError('override_above_org_limit', { param: `${path}.${above}` });
    },
  });
}

function lower(limit: ModelLimits, override: RateLimitOverride | undefined): ModelLimits {
  const effective = MEASURES.map((measure) => [
    measure,
    Math.min(limit[measure], override?.[measure] ?? limit[measure]),
  ]);
  return { ...limit, ...(Object.fromEntries(effective) as Pick<ModelLimits, (typeof MEASURES)[number]>) };
}

function toOverride(stored: RateOverride): RateLimitOverride {
  return {
    model: stored.model,
    ...(stored.requestsPerMinute === null ? {} : { requests_per_minute: stored.requestsPerMinute }),
    ...(stored.inputTokensPerMinute === null ? {} : { input_tokens_per_minute: stored.inputTokensPerMinute }),
    ...(stored.outputTokensPerMinute === null
      ? {}
      : { output_tokens_per_minute: stored.outputTokensPerMinute }),
  };
}

function toStored(override: RateLimitOverride): RateOverride {
  return {
    model: override.model,
    requestsPerMinute: override.requests_per_minute ?? null,
    inputTokensPerMinute: override.input_tokens_per_minute ?? null,
    outputTokensPerMinute: override.output_tokens_per_minute ?? null,
  };
}
