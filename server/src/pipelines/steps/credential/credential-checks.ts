import { ApiError } from '@svc/contract';
import type { HttpExchange } from '#exchange';
import { userAgentOf, type Audit } from '#features/audit';
import type { ModelCatalog } from '#features/models';
import type { OrganizationDirectory, OrganizationRecord } from '#features/organization';
import { addressRefusal } from './credential-refusals.ts';

/** What verifying any kind of credential needs. */
export interface CredentialCheckDeps {
  readonly organizations: OrganizationDirectory;
  readonly audit: Audit;
  readonly catalog: () => ModelCatalog;
  readonly upgradeUrl: () => string;
}

/** Audits refusals, sampled: at most one per key and minute waits for a line of the journal (AUTH-22). */
export function checkAddress(
  deps: Pick<CredentialCheckDeps, 'audit'>,
  exchange: HttpExchange,
  allowed: boolean,
): void {
  if (allowed) return;
  deps.audit.denials.record({
    key: exchange.key!,
    address: exchange.address,
    requestId: exchange.requestId,
    userAgent: userAgentOf(exchange),
  });
  throw addressRefusal(exchange.address);
}

export function withOrganization(
  deps: { readonly organizations: Pick<OrganizationDirectory, 'find'> },
  id: string,
  verify: (organization: OrganizationRecord | undefined) => void,
): void | Promise<void> {
  const found = deps.organizations.find(id);
  return found instanceof Promise ? found.then(verify) : verify(found);
}

export function checkOrganization(
  organization: OrganizationRecord | undefined,
): asserts organization is OrganizationRecord {
  if (organization?.status !== 'active') throw new ApiError('org_unavailable');
}

/** API access needs a paid plan and active billing (inference contract §5). */
export function checkPlan(
  deps: Pick<CredentialCheckDeps, 'catalog' | 'upgradeUrl'>,
  organization: OrganizationRecord,
): void {
  if (isOnFreePlan(deps, organization)) throw planRequired(deps, 'free_plan');
  if (organization.billing !== 'active') throw planRequired(deps, 'billing_inactive');
}

export function isOnFreePlan(
  { catalog }: Pick<CredentialCheckDeps, 'catalog'>,
  { plan: id }: OrganizationRecord,
): boolean {
  const plan = catalog().plan(id);
  if (!plan) throw new ApiError('plan_check_unavailable');
  return !plan.paid;
}

function planRequired(
  { upgradeUrl }: Pick<CredentialCheckDeps, 'upgradeUrl'>,
  reason: 'free_plan' | 'billing_inactive',
): ApiError {
  return new ApiError('plan_required', { extra: { reason, upgrade_url: upgradeUrl() } });
}
