import type { LimitUse } from '@svc/contract';
import { NO_LIMIT, type Measure } from '#exchange';
import { readSpendLimitsOf, type LimitsOf } from '#features/spend-limits';
import { requireWorkspace } from '#features/workspaces';
import { toTimestamp } from '#kit';
import type { OrganizationScope } from '#store';
import { countUse, type CountUseDeps } from './count-use.ts';
import { organizationWindows, workspaceWindows, type LimitedWindow } from './limited-windows.ts';
import type { MeasureCounts } from './minute-window.ts';
import type { LimitsDeps } from './organization-limits.ts';
import type { RateGroup } from './request-rates.ts';

type RateUse = LimitUse['data'][number];

export interface LimitUseDeps extends LimitsDeps, CountUseDeps {}

/** The person who asks about a workspace, and whether they see what it costs. */
interface Reader {
  readonly userId: string;
  readonly seesCost: boolean;
}

const MEASURES = [
  ['requests', 'requests'],
  ['inputTokens', 'input_tokens'],
  ['outputTokens', 'output_tokens'],
] as const satisfies readonly (readonly [Measure, RateUse['measure']])[];

/** Groups whose requests are counted for the whole organization, whatever the model. */
const GROUPS = [
  ['workspace_resources', 'workspace_resource_requests'],
  ['admin_api', 'admin_api_requests'],
] as const satisfies readonly (readonly [RateGroup, RateUse['measure']])[];

/** Groups whose requests are counted for each key. */
const KEY_GROUPS = [
  ['inference', 'chat'],
  ['token_counting', 'token_counting'],
  ['models', 'models'],
] as const satisfies readonly (readonly [RateGroup, LimitUse['key_limits'][number]['group']])[];

/** Every limit of the organization, with what counts against it now. */
export async function readLimitUse(deps: LimitUseDeps, scope: OrganizationScope): Promise<LimitUse> {
  const windows = await organizationWindows(deps, scope);
  const groups = GROUPS.map(([group]) => group);
  const counts = await countUse(deps, { organizationId: scope.organizationId, windows, groups });
  const ofGroups = GROUPS.map(([group, measure], index) => {
    const limit = deps.rates.window(group).limit;
    return rateUse({ workspaceId: '', model: undefined }, { measure, limit, used: counts.requests[index]! });
  });
  const data = [...windows.flatMap((window, index) => ratesOf(window, counts.windows[index]!)), ...ofGroups];
  return withSpend(deps, scope, 'organization', { workspace_id: null, counting: counts.counting, data });
}

/** The limits that apply in a workspace: its own, and those it shares with the whole organization. */
export async function readWorkspaceLimitUse(
  deps: LimitUseDeps,
  scope: OrganizationScope,
  workspaceId: string,
  { userId, seesCost }: Reader,
): Promise<LimitUse> {
  await requireWorkspace(scope, workspaceId);
  const own = await workspaceWindows(deps, scope, workspaceId);
  const windows = [...own, ...(await organizationWindows(deps, scope))];
  const counts = await countUse(deps, { organizationId: scope.organizationId, windows, groups: [] });
  const data = windows.flatMap((window, index) => ratesOf(window, counts.windows[index]!));
  const of = { workspaceId: seesCost ? workspaceId : undefined, userId };
  return withSpend(deps, scope, of, { workspace_id: workspaceId, counting: counts.counting, data });
}

async function withSpend(
  { rates, clock }: LimitUseDeps,
  scope: OrganizationScope,
  of: LimitsOf,
  counted: Pick<LimitUse, 'workspace_id' | 'counting' | 'data'>,
): Promise<LimitUse> {
  const nowMs = clock.nowMs();
  return {
    type: 'limit_use',
    ...counted,
    key_limits: KEY_GROUPS.map(([group, name]) => ({
      group: name,
      requests_per_minute: rates.window(group).limit,
    })),
    spend_limits: await readSpendLimitsOf(scope, of, nowMs),
    read_at: toTimestamp(nowMs),
  };
}

function ratesOf(window: LimitedWindow, counts: MeasureCounts): RateUse[] {
  return MEASURES.filter(([measure]) => window.limits[measure] !== NO_LIMIT).map(([measure, name]) =>
    rateUse(window, {
      measure: window.model === undefined ? 'embeddings_tokens' : name,
      limit: window.limits[measure],
      used: counts[measure],
    }),
  );
}

interface Counted {
  readonly measure: RateUse['measure'];
  readonly limit: number;
  readonly used: number;
}

function rateUse(
  { workspaceId, model }: Pick<LimitedWindow, 'workspaceId' | 'model'>,
  { measure, limit, used }: Counted,
): RateUse {
  return {
    scope: workspaceId === '' ? 'organization' : 'workspace',
    measure,
    model: model ?? null,
    limit_per_minute: limit,
    // A correction leaves the minute a moment later than what it corrects, and a question may cross another.
    used: Math.max(0, Math.round(used)),
  };
}
