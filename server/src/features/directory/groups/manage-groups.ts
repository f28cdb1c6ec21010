import {
  ApiError,
  type DirectoryGroup,
  type DirectoryGroupQuery,
  type DirectoryGroupUpdate,
} from '@svc/contract';
import { auditChange, differences, type MutationContext } from '#features/audit';
import { isWellFormedId, listPage, type ListBody } from '#features/listing';
import { requireOwner } from '#features/organization';
import { findWorkspaces } from '#features/workspaces';
import { toTimestamp } from '#kit';
import type { OrganizationScope } from '#store';
import { applyDirectoryRoles } from '../roles/apply-directory-roles.ts';
import { findGroupMembers } from '../store/group-members.ts';
import { findGroup, findGroupList, setGroup, type StoredGroup } from '../store/groups.ts';

/** Groups of the directory, newest first (D-SCIM-8). */
export function listGroups(scope: OrganizationScope, query: DirectoryGroupQuery): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findGroupList(scope, query.user_id, page),
    hasPlace: isWellFormedId('directoryGroup'),
    toItem: toDirectoryGroup,
    idOf: ({ id }) => id,
  });
}

export async function readGroup(scope: OrganizationScope, id: string): Promise<DirectoryGroup> {
  return toDirectoryGroup(await requireGroup(scope, id));
}

/** Throws 404 `directory_group_not_found`. */
export async function requireGroup(scope: OrganizationScope, id: string): Promise<StoredGroup> {
  const group = await findGroup(scope, id);
  if (!group) throw new ApiError('directory_group_not_found');
  return group;
}

/**
 * Sets what the members of a group get, and gives it to them in the same transaction (SCIM-16). Throws 403 `role_required`, 404
 * `directory_group_not_found` or `workspace_not_found`, 400 `invalid_parameter` for a workspace named twice.
 */
export async function updateGroup(
  change: MutationContext,
  id: string,
  { role, workspaces }: DirectoryGroupUpdate,
): Promise<DirectoryGroup> {
  requireOwner(change);
  const { scope, nowMs } = change;
  const group = await requireGroup(scope, id);
  if (workspaces) await requireWorkspaces(scope, workspaces);
  const changes = differences({ role: group.role, workspaces: group.workspaces }, { role, workspaces });
  if (Object.keys(changes).length === 0) return toDirectoryGroup(group);
  await setGroup(scope, id, { role, workspaces, updated_at: nowMs });
  await auditChange(change, {
    event: 'directory_group.updated',
    resource: { type: 'directory_group', id },
    changes,
  });
  const members = (await findGroupMembers(scope, [id])).get(id) ?? [];
  await applyDirectoryRoles(change, [...members]);
  return readGroup(scope, id);
}

async function requireWorkspaces(
  scope: OrganizationScope,
  grants: DirectoryGroup['workspaces'],
): Promise<void> {
  const known = new Set((await findWorkspaces(scope.db, scope.organizationId)).map(({ id }) => id));
  const named = new Set<string>();
  for (const [at, { workspace_id: workspaceId }] of grants.entries()) {
    const param = `workspaces[${at}].workspace_id`;
    if (!known.has(workspaceId)) throw new ApiError('workspace_not_found', { param });
    if (named.has(workspaceId))
      throw new ApiError('invalid_parameter', { param, message: 'Name each workspace once.' });
    named.add(workspaceId);
  }
}

function toDirectoryGroup(group: StoredGroup): DirectoryGroup {
  return {
    id: group.id,
    type: 'directory_group',
    display_name: group.display_name,
    external_id: group.external_id,
    member_count: group.member_count,
    role: group.role,
    workspaces: group.workspaces,
    created_at: toTimestamp(group.created_at),
    updated_at: toTimestamp(group.updated_at),
  };
}
