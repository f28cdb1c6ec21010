import { ApiError, type RateLimits, type OrganizationTier } from '@svc/contract';
import { nanosToDecimal, toDecimal, decimalToNanos, type DeploymentConfig } from '#config';
import type { OwnRates } from '#exchange';
import type { ModelCatalog } from '#features/models';
import { loadOrganizations } from '#features/organization';
import { DAY_MS, toTimestamp, type Clock } from '#kit';
import type { OrganizationScope } from '#store';
import { loadPayments } from './store.ts';

const HIGHER_TIERS = ['1', '2', '3', '4'] as const;

/** What the limits of an organization follow from. */
export interface LimitsDeps {
  readonly catalog: () => ModelCatalog;
  readonly deployment: () => DeploymentConfig;
  readonly clock: Clock;
}

export type ModelLimits = RateLimits['data'][number];

/** Tier, limits per model and limits of the other groups (platform contract §2.4). */
export async function readRateLimits(deps: LimitsDeps, scope: OrganizationScope): Promise<RateLimits> {
  const { limits } = deps.deployment();
  const rates = await ratesOf(deps, scope);
  const { tier } = rates;
  return {
    type: 'rate_limits',
    tier,
    next_tier: await nextTier(deps, scope, tier),
    data: modelLimits(deps, rates),
    other_limits: [
      { group: 'token_counting', requests_per_minute: limits.token_counting_requests_per_minute },
      { group: 'files_batches_models', requests_per_minute: limits.files_batches_models_requests_per_minute },
      { group: 'admin_api', requests_per_minute: limits.admin_requests_per_minute },
    ],
  };
}

/** What limits the calls of one organization: its tier, and what an operator set for single models. */
export interface OrganizationRates extends Pick<OwnRates, 'models'> {
  readonly tier: OrganizationTier;
}

/** The tier comes with the plan, unless an operator set another one. */
export async function ratesOf(
  { catalog }: LimitsDeps,
  { db, organizationId }: OrganizationScope,
): Promise<OrganizationRates> {
  const organization = (await loadOrganizations(db, [organizationId])).get(organizationId);
  const tier = organization?.ownRates.tier ?? catalog().plan(organization?.plan ?? '')?.tier;
  if (!organization || !tier) throw new ApiError('plan_check_unavailable');
  return { tier, models: organization.ownRates.models };
}

/** Of every model that answers conversations; embeddings are limited by all models' tokens together (D-63). */
export function modelLimits(
  { catalog, deployment, clock }: LimitsDeps,
  { tier, models }: OrganizationRates,
): ModelLimits[] {
  const ofTier = deployment().rate_tiers[tier];
  const chats = catalog()
    .all(clock.nowMs())
    .filter(({ kind }) => kind === 'chat');
  return chats.map(({ id }) => {
    const own = models.get(id);
    return {
      model: id,
      requests_per_minute: own?.requests ?? ofTier.requests_per_minute,
      input_tokens_per_minute: own?.inputTokens ?? ofTier.input_tokens_per_minute,
      output_tokens_per_minute: own?.outputTokens ?? ofTier.output_tokens_per_minute,
    };
  });
}

/** What the next tier asks for (D-RATE-1). None above the fourth, and none from a custom one. */
async function nextTier(
  { deployment }: LimitsDeps,
  scope: OrganizationScope,
  tier: OrganizationTier,
): Promise<RateLimits['next_tier']> {
  const next = tier === 'custom' ? undefined : HIGHER_TIERS[tier === 'start' ? 0 : Number(tier)];
  if (next === undefined) return null;
  const { paid_to_date_required_usd: requiredUsd, eligible_after_days: days } = deployment().rate_tiers[next];
  const { paidNanos, firstPaidAtMs } = await loadPayments(scope);
  return {
    tier: next,
    paid_to_date_required_usd: nanosToDecimal(decimalToNanos(toDecimal(requiredUsd) ?? '0')),
    paid_to_date_usd: nanosToDecimal(paidNanos),
    eligible_after: firstPaidAtMs === null ? null : toTimestamp(firstPaidAtMs + days * DAY_MS),
  };
}
