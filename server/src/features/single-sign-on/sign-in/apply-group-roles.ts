import type { OrganizationRole, WorkspaceRole } from '@svc/contract';
import { auditChange, type MutationContext } from '#features/audit';
import { requireUser, updateMember } from '#features/organization';
import {
  addWorkspaceMember,
  findMembership,
  removeWorkspaceMember,
  updateWorkspaceMember,
} from '#features/workspaces';
import { isMappedByDirectory, type ConnectionRow } from '../store/connections.ts';
import { rolesOfGroups } from './roles-of-groups.ts';

/**
 * Gives the person the roles of their groups, and takes away those of groups they left (SSO-12, D-SSO-15). Owners keep their role, and a
 * connection without `group_roles` changes none. Of workspaces only those that it names are touched. Where groups of a directory give the
 * member roles, those decide.
 */
export async function applyGroupRoles(
  change: MutationContext,
  connection: Pick<ConnectionRow, 'group_roles' | 'default_role'>,
  groups: readonly string[],
): Promise<void> {
  const roles = rolesOfGroups(connection, groups);
  if (!roles || (await isMappedByDirectory(change.scope, change.userId))) return;
  await applyRole(change, roles.role);
  for (const [workspaceId, role] of roles.workspaces) await applyWorkspaceRole(change, workspaceId, role);
}

async function applyRole(change: MutationContext, role: OrganizationRole): Promise<void> {
  const { scope, userId } = change;
  const { role: before } = await requireUser(scope, userId);
  if (before === role || before === 'primary_owner' || before === 'owner') return;
  await updateMember(scope.db, scope.organizationId, userId, { role, status: 'active' });
  await auditChange(change, {
    event: 'member.change_role',
    resource: { type: 'user', id: userId },
    changes: { role: { from: before, to: role } },
    details: { reason: 'sso' },
  });
  change.touchesCredentials = true;
}

async function applyWorkspaceRole(
  change: MutationContext,
  workspaceId: string,
  role: WorkspaceRole | undefined,
): Promise<void> {
  const { scope, userId } = change;
  const before = (await findMembership(scope, workspaceId, userId))?.role;
  if (before === role) return;
  if (role === undefined) await removeWorkspaceMember(change, workspaceId, userId);
  else if (before === undefined) await addWorkspaceMember(change, workspaceId, userId, role);
  else await updateWorkspaceMember(change, workspaceId, userId, role);
}
