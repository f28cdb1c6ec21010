import { auditChange, type MutationContext } from '#features/audit';
import { endMembership } from '#features/organization';
import type { DirectoryChange } from '../run-directory-change.ts';
import type { StoredMember } from '../store/users.ts';
import { mayDecideOn } from './protect-owners.ts';

/** Removes a member as an administrator would; what they made stays (SCIM-13, D-ADM-2). Throws 409 `mutability`. */
export async function removeMember(
  change: DirectoryChange,
  member: StoredMember,
  memberRemoved: (change: MutationContext, userId: string) => Promise<void>,
): Promise<void> {
  if (!(await mayDecideOn(change, member))) return;
  await endMembership(change, member.id);
  await auditChange(change, {
    event: 'member.removed',
    resource: { type: 'user', id: member.id },
    changes: { role: { from: member.role, to: null } },
  });
  await memberRemoved(change, member.id);
  change.touchesCredentials = true;
}
