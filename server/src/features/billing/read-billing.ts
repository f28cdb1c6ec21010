import { ApiError, type Billing } from '@svc/contract';
import { nanosToDecimal, type DeploymentConfig, type Limits } from '#config';
import type { ModelCatalog } from '#features/models';
import { loadOrganizations } from '#features/organization';
import { toTimestamp } from '#kit';
import type { OrganizationScope } from '#store';
import { PlanWindows, type WindowStanding } from './plan/plan-windows.ts';
import { loadWallets } from './store/wallet-states.ts';
import { findBalance } from './store/ledger.ts';

const MILLI = 1000;

export interface BillingDeps {
  readonly catalog: () => ModelCatalog;
  readonly limits: () => Limits;
  readonly deployment: () => Pick<DeploymentConfig, 'payments'>;
}

/**
 * Reads plan, allowance and credits (D-CONS-7) from the database: a request appears moments after its
 * response.
 */
export async function readBilling(
  scope: OrganizationScope,
  { catalog, limits, deployment }: BillingDeps,
  nowMs: number,
): Promise<Billing> {
  const { db, organizationId } = scope;
  const organization = (await loadOrganizations(db, [organizationId])).get(organizationId);
  if (!organization) throw new ApiError('not_found');
  const plan = catalog().plan(organization.plan);
  const account = (await loadWallets(db, [organizationId], nowMs)).get(organizationId);
  const windows = new PlanWindows();
  windows.reset(account?.windows ?? []);
  const monthlyTokens = plan?.monthly_tokens ?? 0;
  const allowance = { monthlyTokens, subscribedAtMs: organization.subscribedAtMs, limits: limits() };
  return {
    type: 'billing',
    plan: { id: organization.plan, is_paid: plan?.paid ?? false, monthly_tokens: monthlyTokens },
    status: organization.billing,
    subscribed_at: toTimestamp(organization.subscribedAtMs),
    windows: windows.standing(allowance, nowMs).map(toWindow),
    credits: { enabled: organization.creditsEnabled, balance_usd: nanosToDecimal(await findBalance(scope)) },
    manual_payments: deployment().payments.manual,
  };
}

function toWindow({
  kind,
  usedMilli,
  limitTokens,
  endS,
  isOpen,
}: WindowStanding): Billing['windows'][number] {
  return {
    kind,
    used_tokens: usedMilli / MILLI,
    limit_tokens: limitTokens,
    resets_at: isOpen ? toTimestamp(endS * 1000) : null,
  };
}
