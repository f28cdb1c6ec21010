import {
  ApiError,
  type OrganizationRole,
  type Permission,
  type Reach,
  reachInWorkspace,
  reachOf,
  ROLE_MATRIX,
  WORKSPACE_ROLES,
  type WorkspaceRole,
} from '@svc/contract';
import type { OrganizationScope } from '#store';
import { isRestricted, type Access } from '#features/module';
import { findEffectiveRoles } from './store.ts';

/** The roles a person has in an organization and in its workspaces. */
export interface EffectiveRoles {
  readonly userId: string;
  readonly role: OrganizationRole;
  /** By the id of the workspace. */
  readonly workspaceRoles: ReadonlyMap<string, WorkspaceRole>;
}

/**
 * Read for every request, and again within the transaction of a change. `role` is the one they came with: when it was changed
 * meanwhile, nothing is done in either. Throws 403 `org_membership_required` for anyone who is not an active member.
 */
export async function loadEffectiveRoles(
  scope: OrganizationScope,
  userId: string,
  role: OrganizationRole,
): Promise<EffectiveRoles> {
  const roles = await findEffectiveRoles(scope, userId);
  if (!roles)
    throw new ApiError('org_membership_required', {
      message: 'You are no longer an active member of this organization.',
    });
  if (roles.role !== role)
    throw new ApiError('role_required', { message: 'Your role has just changed. Reload the page.' });
  return roles;
}

/** Throws 403 `role_required` for whom neither the role in the organization nor one in a workspace gives the permission. */
export function requirePermission(roles: EffectiveRoles, permission: Permission): void {
  if (effectiveReach(roles, permission) === undefined) throw new ApiError('role_required');
}

/** How far a permission goes with all roles together. */
export function effectiveReach(roles: EffectiveRoles, permission: Permission): Reach | undefined {
  const reach = reachOf(roles.role, permission);
  if (reach === 'all') return 'all';
  const grants = [...roles.workspaceRoles.values()].map((role) => reachInWorkspace(role, permission));
  if (reach === 'workspaces' || grants.includes('all')) return 'workspaces';
  return reach ?? grants.find((grant) => grant !== undefined);
}

/** How much of the organization's data a permission goes for. */
export function accessOf(roles: EffectiveRoles, permission: Permission): Access {
  const reach = reachOf(roles.role, permission);
  if (reach === 'all') return 'unrestricted';
  const grants = [...roles.workspaceRoles].map(([id, role]) => ({
    id,
    grant: grantIn(permission, role, reach),
  }));
  const isOwn = reach === 'own' || grants.some(({ grant }) => grant === 'own');
  return {
    workspaceIds: grants.filter(({ grant }) => grant === 'all').map(({ id }) => id),
    userId: isOwn ? roles.userId : undefined,
  };
}

function grantIn(permission: Permission, role: WorkspaceRole, reach: Reach | undefined): Reach | undefined {
  if (reach === 'workspaces' && isAtLeast(role, ROLE_MATRIX[permission].minWorkspaceRole)) return 'all';
  return reachInWorkspace(role, permission);
}

function isAtLeast(role: WorkspaceRole, least: WorkspaceRole = 'workspace_user'): boolean {
  return WORKSPACE_ROLES.indexOf(role) >= WORKSPACE_ROLES.indexOf(least);
}

/**
 * How far a permission goes in one workspace: over everything there, or over what the person made. Throws as `requireInWorkspace`
 * where it does not hold.
 */
export function reachWithin(
  roles: EffectiveRoles,
  permission: Permission,
  workspaceId: string,
): Exclude<Reach, 'workspaces'> {
  const role = roles.workspaceRoles.get(workspaceId);
  const grant = role && grantIn(permission, role, reachOf(roles.role, permission));
  if (grant === 'own') return grant;
  requireInWorkspace(roles, permission, workspaceId);
  return 'all';
}

/**
 * Throws unless the permission holds in that workspace: 404 `workspace_not_found` for whom it does not exist because they do
 * not belong to it, 403 `role_required` for whom their role in it says no (WORK-36).
 */
export function requireInWorkspace(roles: EffectiveRoles, permission: Permission, workspaceId: string): void {
  const access = accessOf(roles, permission);
  if (!isRestricted(access) || access.workspaceIds.includes(workspaceId)) return;
  throw new ApiError(roles.workspaceRoles.has(workspaceId) ? 'role_required' : 'workspace_not_found');
}
