import {
  ORGANIZATION_ROLES,
  WORKSPACE_ROLES,
  type OrganizationRole,
  type WorkspaceRole,
} from '@svc/contract';
import { auditChange, type MutationContext } from '#features/audit';
import { requireUser, updateMember } from '#features/organization';
import {
  addWorkspaceMember,
  findMembership,
  removeWorkspaceMember,
  updateWorkspaceMember,
} from '#features/workspaces';
import { isMappedByDirectory, type ConnectionRow } from '../store/connections.ts';

type GroupRoles = ConnectionRow['group_roles'];

/**
 * Gives the person the roles of their groups, and takes away those of groups they left (SSO-12, D-SSO-15). Owners keep their role, and a
 * connection without `group_roles` changes none. Of workspaces only those that it names are touched. Where groups of a directory give the
 * member roles, those decide.
 */
export async function applyGroupRoles(
  change: MutationContext,
  { group_roles: all, default_role: usual }: ConnectionRow,
  groups: readonly string[],
): Promise<void> {
  if (all.length === 0 || (await isMappedByDirectory(change.scope, change.userId))) return;
  const mapped = all.filter(({ group }) => groups.includes(group));
  await applyRole(change, highestRole(mapped) ?? usual);
  for (const workspaceId of new Set(
    all.flatMap(({ workspaces }) => workspaces.map((one) => one.workspace_id)),
  ))
    await applyWorkspaceRole(change, workspaceId, highestIn(mapped, workspaceId));
}

/** The first of the list is the highest. */
function highestRole(mapped: GroupRoles): OrganizationRole | undefined {
  return ORGANIZATION_ROLES.find((role) => mapped.some((one) => one.role === role));
}

function highestIn(mapped: GroupRoles, workspaceId: string): WorkspaceRole | undefined {
  const grants = mapped.flatMap(({ workspaces }) => workspaces);
  return WORKSPACE_ROLES.findLast((role) =>
    grants.some((one) => one.workspace_id === workspaceId && one.role === role),
  );
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
