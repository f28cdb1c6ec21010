import { ApiError, ORGANIZATION_ROLES, type OrganizationRole, type User } from '@svc/contract';
import { auditChange, type ChangeContext, type MutationContext } from '#features/audit';
import { enqueueMail } from '#features/mail';
import { isAdministrator, requireOwner, requireRank } from './authority.ts';
import { deleteInvitesOf } from './store/invites.ts';
import { setRemoved, setRole, type StoredUser } from './store/users.ts';
import { readUser, requireUser } from './users.ts';

/**
 * Changes the role of a member (D-ADM-2, ADMIN-25, ADMIN-26). The office of primary owner is handed over in the Console only,
 * and nobody's own key makes them more than they are.
 */
export async function updateUser(
  change: MutationContext,
  id: string,
  role: OrganizationRole | undefined,
): Promise<User> {
  const { scope } = change;
  if (role !== undefined) requireRank(change, role);
  const user = await requireUser(scope, id);
  if (role === undefined || role === user.role) return readUser(scope, id);
  requireAuthorityOver(change, user);
  if (id === change.userId && ORGANIZATION_ROLES.indexOf(role) < ORGANIZATION_ROLES.indexOf(user.role))
    throw new ApiError('role_required');
  if (role === 'primary_owner') throw handedOverElsewhere();
  await giveRole(change, user, role);
  return readUser(scope, id);
}

/** Gives a member a role, if the caller may; the member gets mail (D-CONS-8). */
export async function giveRole(
  change: MutationContext,
  user: StoredUser,
  role: OrganizationRole,
): Promise<void> {
  const { scope, source, nowMs } = change;
  await setRole(scope, user.id, role);
  const changes = { role: { from: user.role, to: role } };
  await auditChange(change, {
    event: 'member.change_role',
    resource: { type: 'user', id: user.id },
    changes,
  });
  change.touchesCredentials = true;
  const data = { from: user.role, to: role, by: source.actor.email };
  await enqueueMail(
    scope.db,
    { kind: 'role_changed', data, to: user.email, organizationId: scope.organizationId },
    nowMs,
  );
}

/** Removes a member; what they made stays, and their keys stop (D-ADM-2). */
export async function removeUser(change: MutationContext, id: string): Promise<object> {
  const { scope } = change;
  const user = await requireUser(scope, id);
  requireAuthorityOver(change, user);
  await endMembership(change, id);
  await auditChange(change, {
    event: 'member.removed',
    resource: { type: 'user', id },
    changes: { role: { from: user.role, to: null } },
  });
  change.touchesCredentials = true;
  return { id, type: 'user', deleted: true };
}

/**
 * Ends what a membership has: places in workspaces and groups, and open invites, by which a removed administrator could return. The
 * caller audits the removal.
 */
export async function endMembership(change: ChangeContext, userId: string): Promise<void> {
  const { scope, nowMs } = change;
  await setRemoved(scope, userId);
  for (const id of await deleteInvitesOf(scope, userId, nowMs))
    await auditChange(change, { event: 'invite.deleted', resource: { type: 'invite', id } });
}

function requireAuthorityOver(change: MutationContext, user: StoredUser): void {
  if (isAdministrator(user.role)) requireOwner(change);
  if (user.role === 'primary_owner') throw handedOverElsewhere();
}

function handedOverElsewhere(): ApiError {
  return new ApiError('resource_conflict', {
    message: 'Primary ownership can only be transferred in the Console.',
  });
}
