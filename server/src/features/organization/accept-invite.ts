import { ApiError } from '@svc/contract';
import { auditChange, type MutationContext } from '#features/audit';
import { admitsAddress } from './manage-invites.ts';
import { loadOrganization } from './store/administered-organization.ts';
import { addMember, updateMember } from './store/members.ts';
import { setInviteAccepted, type StoredInvite } from './store/invites.ts';
import { findMembership } from './store/users.ts';

/**
 * Makes the person a member as their invite says, also after an earlier removal. The change is the person's own. Throws 404
 * `link_invalid` when the invite is no longer open, 403 `org_unavailable`, 409 when they are a member or their domain is no longer
 * allowed.
 */
export async function acceptInvite(
  change: MutationContext,
  invite: Pick<StoredInvite, 'id' | 'email' | 'role'>,
): Promise<void> {
  const { scope, nowMs, userId } = change;
  if (!(await setInviteAccepted(scope, invite.id, nowMs))) throw new ApiError('link_invalid');
  const organization = await loadOrganization(scope);
  if (organization?.status !== 'active') throw new ApiError('org_unavailable');
  if (!admitsAddress(organization.allowed_email_domains, invite.email)) {
    throw new ApiError('resource_conflict', {
      message: 'This email domain is no longer allowed. Ask for an invite to a different address.',
    });
  }
  const { organizationId, db } = scope;
  const { role } = invite;
  const before = await findMembership(scope, userId);
  if (before && before !== 'removed')
    throw new ApiError('resource_conflict', { message: 'You are already a member of this organization.' });
  if (before) await updateMember(db, organizationId, userId, { role, status: 'active' });
  else await addMember(db, { organizationId, userId, role }, nowMs);
  await auditChange(change, {
    event: 'member.joined',
    resource: { type: 'user', id: userId },
    changes: { role: { from: null, to: role } },
  });
  change.touchesCredentials = true;
}
