import { type Me, type Permission, type Reach, WORKSPACE_PERMISSIONS } from '@svc/contract';
import type { OrganizationScope } from '#store';
import { extentOf, type Standing } from './standing.ts';
import { findActiveWorkspaces } from './store.ts';

/** The active workspaces a person may do something in, and what. */
export async function listOwnWorkspaces(scope: OrganizationScope, standing: Standing): Promise<Me['workspaces']> {
  const rows = await findActiveWorkspaces(scope, standing.userId);
  return rows
    .map((row) => ({ ...row, permissions: permissionsIn(standing, row.id) }))
    .filter(({ role, permissions }) => role !== null || Object.keys(permissions).length > 0);
}

function permissionsIn(standing: Standing, workspaceId: string): Partial<Record<Permission, Reach>> {
  const permissions: Partial<Record<Permission, Reach>> = {};
  for (const permission of WORKSPACE_PERMISSIONS) {
    const extent = extentOf(standing, permission);
    if (extent === 'everything' || extent.workspaceIds.includes(workspaceId)) permissions[permission] = 'all';
    else if (extent.userId !== undefined && standing.workspaceRoles.has(workspaceId)) permissions[permission] = 'own';
  }
  return permissions;
}
