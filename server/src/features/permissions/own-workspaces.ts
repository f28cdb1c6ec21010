import { type Me, type Permission, type Reach, WORKSPACE_PERMISSIONS } from '@svc/contract';
import type { OrganizationScope } from '#store';
import { isRestricted } from '#features/module';
import { accessOf, type EffectiveRoles } from './effective-roles.ts';
import { findActiveWorkspaces } from './store.ts';

/** The active workspaces a person may do something in, and what. */
export async function listOwnWorkspaces(
  scope: OrganizationScope,
  roles: EffectiveRoles,
): Promise<Me['workspaces']> {
  const rows = await findActiveWorkspaces(scope, roles.userId);
  return rows
    .map((row) => ({ ...row, permissions: permissionsIn(roles, row.id) }))
    .filter(({ role, permissions }) => role !== null || Object.keys(permissions).length > 0);
}

function permissionsIn(roles: EffectiveRoles, workspaceId: string): Partial<Record<Permission, Reach>> {
  const permissions: Partial<Record<Permission, Reach>> = {};
  for (const permission of WORKSPACE_PERMISSIONS) {
    const access = accessOf(roles, permission);
    if (!isRestricted(access) || access.workspaceIds.includes(workspaceId)) permissions[permission] = 'all';
    else if (access.userId !== undefined && roles.workspaceRoles.has(workspaceId))
      permissions[permission] = 'own';
  }
  return permissions;
}
