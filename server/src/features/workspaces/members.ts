import { ApiError, type WorkspaceMember } from '@svc/contract';
import { isWellFormedId, listPage, type ListBody, type PageQuery } from '#features/listing';
import { toTimestamp } from '#kit';
import type { OrganizationScope } from '#store';
import { findMembership, findMembershipPage, type StoredMembership } from './store/members.ts';
import { requireWorkspace } from './workspaces.ts';

/** Members of a workspace, by the id of the person. Owners and administrators act in it without being on the list. */
export async function listWorkspaceMembers(
  scope: OrganizationScope,
  workspaceId: string,
  query: PageQuery,
): Promise<ListBody> {
  await requireWorkspace(scope, workspaceId);
  return listPage(query, {
    read: (page) => findMembershipPage(scope, workspaceId, page),
    hasPlace: isWellFormedId('user'),
    toItem: toWorkspaceMember,
    idOf: (row) => row.user_id,
  });
}

export async function readWorkspaceMember(
  scope: OrganizationScope,
  workspaceId: string,
  userId: string,
): Promise<WorkspaceMember> {
  return toWorkspaceMember(await requireMembership(scope, workspaceId, userId));
}

export async function requireMembership(
  scope: OrganizationScope,
  workspaceId: string,
  userId: string,
): Promise<StoredMembership> {
  await requireWorkspace(scope, workspaceId);
  const membership = await findMembership(scope, workspaceId, userId);
  if (!membership) throw new ApiError('user_not_found');
  return membership;
}

function toWorkspaceMember(row: StoredMembership): WorkspaceMember {
  return {
    type: 'workspace_member',
    workspace_id: row.workspace_id,
    user_id: row.user_id,
    role: row.role,
    added_at: toTimestamp(row.added_at),
  };
}
