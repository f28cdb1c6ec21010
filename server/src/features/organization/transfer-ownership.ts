import { ApiError, type Organization } from '@svc/contract';
import type { MutationContext } from '#features/audit';
import { readOrganization } from './administered-organization.ts';
import { giveRole } from './manage-users.ts';
import { requireUser } from './users.ts';

/**
 * Transfers primary ownership to another active member; the previous one becomes an owner (D-ADM-2, D-CONS-3). There is
 * one primary owner before and after.
 */
export async function transferOwnership(
  change: MutationContext,
  toUserId: string,
  dataRegions: readonly string[],
): Promise<Organization> {
  const { scope, source, userId } = change;
  if (source.actor.role !== 'primary_owner') throw new ApiError('role_required');
  const [holder, successor] = [await requireUser(scope, userId), await requireUser(scope, toUserId)];
  if (successor.id === holder.id)
    throw new ApiError('resource_conflict', {
      message: 'You are already the primary owner. Choose another member.',
    });
  // Otherwise nobody could act for the organization or transfer ownership again.
  if (successor.status !== 'active' || successor.account !== 'enabled')
    throw new ApiError('resource_conflict', {
      message: 'This member is suspended or their account disabled. Choose an active member.',
    });
  // First the one, then the other: the database holds no two primary owners even within a transaction.
  await giveRole(change, holder, 'owner');
  await giveRole(change, successor, 'primary_owner');
  return readOrganization(scope, dataRegions);
}
