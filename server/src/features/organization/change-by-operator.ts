import { ApiError } from '@svc/contract';
import { OPERATOR_ACTOR, type MutationContext } from '#features/audit';
import type { OperatorChange } from '#features/module';
import { OrganizationScope } from '#store';
import { bumpEpoch, loadOrganizations, lockOrganization } from './store/organizations.ts';

/**
 * One change of an organization within the transaction of an operator's: its other changes wait, and its own audit log shows that an
 * operator made it. Throws 404 `organization_not_found`.
 */
export async function changeByOperator<Result>(
  by: OperatorChange,
  organizationId: string,
  make: (change: MutationContext) => Promise<Result>,
): Promise<Result> {
  const { db, nowMs, requestId, operator } = by;
  await lockOrganization(db, organizationId);
  if (!(await loadOrganizations(db, [organizationId])).has(organizationId))
    throw new ApiError('organization_not_found');
  const change: MutationContext = {
    scope: new OrganizationScope(db, organizationId),
    // Its address and program are the operator's own affair.
    source: { actor: OPERATOR_ACTOR, requestId },
    userId: operator.id,
    nowMs,
    touchesCredentials: false,
    whenCommitted: [],
  };
  const result = await make(change);
  if (change.touchesCredentials)
    by.epochs.push({ organizationId, epoch: await bumpEpoch(db, organizationId) });
  return result;
}
