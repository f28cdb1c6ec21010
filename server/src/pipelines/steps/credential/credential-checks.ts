import { ApiError } from '@svc/contract';
import type { Exchange } from '#exchange';
import type { IpDeniedSampler } from '#features/audit';
import type { ModelCatalog } from '#features/models';
import type { OrganizationDirectory, OrganizationRecord } from '#features/organization';
import { addressRefusal } from './credential-refusals.ts';

/** What every kind of credential is judged with. */
export interface CredentialCheckRooms {
  readonly organizations: OrganizationDirectory;
  readonly denials: IpDeniedSampler;
  readonly catalog: () => ModelCatalog;
  readonly upgradeUrl: () => string;
}

/** Refusals are audited, sampled, in the background: the refusal itself waits for nothing (AUTH-22). */
export function checkAddress(rooms: Pick<CredentialCheckRooms, 'denials'>, exchange: Exchange, allowed: boolean): void {
  if (allowed) return;
  rooms.denials.record({
    key: exchange.key!,
    address: exchange.address,
    requestId: exchange.requestId,
    userAgent: exchange.request.headers['user-agent'],
  });
  throw addressRefusal(exchange.address);
}

export function withOrganization(
  rooms: { readonly organizations: Pick<OrganizationDirectory, 'find'> },
  id: string,
  judge: (organization: OrganizationRecord | undefined) => void,
): void | Promise<void> {
  const found = rooms.organizations.find(id);
  return found instanceof Promise ? found.then(judge) : judge(found);
}

export function checkOrganization(organization: OrganizationRecord | undefined): asserts organization is OrganizationRecord {
  if (organization?.status !== 'active') throw new ApiError('org_unavailable');
}

/** API access needs a paid plan and active billing (inference contract §5). */
export function checkPlan(rooms: Pick<CredentialCheckRooms, 'catalog' | 'upgradeUrl'>, organization: OrganizationRecord): void {
  if (isOnFreePlan(rooms, organization)) throw planRequired(rooms, 'free_plan');
  if (organization.billing !== 'active') throw planRequired(rooms, 'billing_inactive');
}

export function isOnFreePlan({ catalog }: Pick<CredentialCheckRooms, 'catalog'>, { plan: id }: OrganizationRecord): boolean {
  const plan = catalog().plan(id);
  if (!plan) throw new ApiError('plan_check_unavailable');
  return !plan.paid;
}

function planRequired({ upgradeUrl }: Pick<CredentialCheckRooms, 'upgradeUrl'>, reason: 'free_plan' | 'billing_inactive'): ApiError {
  return new ApiError('plan_required', { extra: { reason, upgrade_url: upgradeUrl() } });
}
