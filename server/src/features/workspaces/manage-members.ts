import { ApiError, type AuditEventName, type WorkspaceMember, type WorkspaceRole } from '@svc/contract';
import { auditChange, differences, type MutationContext } from '#features/audit';
import { requireUser } from '#features/organization';
import { readWorkspaceMember, requireMembership } from './members.ts';
import { deleteMembership, findMembership, setMembershipRole } from './store/members.ts';
import { insertWorkspaceMember } from './store/workspaces.ts';
import { requireWorkspace } from './workspaces.ts';

/** Adds a member of the organization to a workspace (D-WORK-6): their keys in it work again. */
export async function addWorkspaceMember(
  change: MutationContext,
  workspaceId: string,
  userId: string,
  role: WorkspaceRole,
): Promise<WorkspaceMember> {
  const { scope, nowMs } = change;
  await requireWorkspace(scope, workspaceId);
  await requireUser(scope, userId);
  if (await findMembership(scope, workspaceId, userId)) {
    throw new ApiError('resource_conflict', { message: 'This person is already a member of the workspace.' });
  }
  await insertWorkspaceMember(
    scope.db,
    { organizationId: scope.organizationId, workspaceId, userId, role },
    nowMs,
  );
  await audit(change, 'workspace_member.added', workspaceId, userId, { role: { from: null, to: role } });
  return readWorkspaceMember(scope, workspaceId, userId);
}

export async function updateWorkspaceMember(
  change: MutationContext,
  workspaceId: string,
  userId: string,
  role: WorkspaceRole,
): Promise<WorkspaceMember> {
  const { scope } = change;
  const membership = await requireMembership(scope, workspaceId, userId);
  const changes = differences(membership as object as Record<string, unknown>, { role });
  if (Object.keys(changes).length > 0) {
    await setMembershipRole(scope, membership, role);
    await audit(change, 'workspace_member.updated', workspaceId, userId, changes);
  }
  return readWorkspaceMember(scope, workspaceId, userId);
}

/** The member's keys in the workspace stop, unless they are owner or administrator (D-WORK-5). */
export async function removeWorkspaceMember(
  change: MutationContext,
  workspaceId: string,
  userId: string,
): Promise<object> {
  const membership = await requireMembership(change.scope, workspaceId, userId);
  await deleteMembership(change.scope, membership);
  await audit(change, 'workspace_member.removed', workspaceId, userId, {
    role: { from: membership.role, to: null },
  });
  return { type: 'workspace_member', workspace_id: workspaceId, user_id: userId, deleted: true };
}

async function audit(
  change: MutationContext,
  event: AuditEventName,
  workspaceId: string,
  userId: string,
  changes: Record<string, { from: unknown; to: unknown }> | ReturnType<typeof differences>,
): Promise<void> {
  await auditChange(change, { event, resource: { type: 'user', id: userId }, workspaceId, changes });
  change.touchesCredentials = true;
}
