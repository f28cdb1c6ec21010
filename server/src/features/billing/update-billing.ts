import { ApiError, type BillingUpdate } from '@svc/contract';
import type { ManualPayments } from '#config';
import { auditChange, differences, type MutationContext } from '#features/audit';
import { loadOrganizations, updateOrganizationRow } from '#features/organization';

/**
 * Turns credits on or off. Throws 403 `forbidden` unless owners record payments themselves: where the operator gives credits, the
 * operator also says whether calls may use them.
 */
export async function updateBilling(
  change: MutationContext,
  { credits_enabled: creditsEnabled }: BillingUpdate,
  payments: ManualPayments,
): Promise<void> {
  if (payments !== 'owners')
    throw new ApiError('forbidden', {
      message:
        'The operator of this service turns credits on and off. Contact the operator and include the id of your organization.',
    });
  const { db, organizationId } = change.scope;
  const before = (await loadOrganizations(db, [organizationId])).get(organizationId);
  const changes = differences(
    { credits_enabled: before?.creditsEnabled },
    { credits_enabled: creditsEnabled },
  );
  if (Object.keys(changes).length === 0) return;
  await updateOrganizationRow(db, organizationId, { creditsEnabled });
  const resource = { type: 'organization', id: organizationId } as const;
  await auditChange(change, { event: 'organization.updated', resource, changes });
  change.touchesCredentials = true;
}
