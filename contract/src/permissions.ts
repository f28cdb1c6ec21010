import { resourceRows } from './resources.ts';
import { OFFICERS, OWNERS, type PermissionRow, type Reach } from './resources/grants.ts';
import type { OrganizationRole } from './schemas/administration/user.ts';
import type { WorkspaceRole } from './schemas/administration/workspace-member.ts';

export type { Reach } from './resources/grants.ts';

/** Permissions that are about no one resource. */
const GENERAL = {
  'limits.read': {
    words: 'View tier, and limits of the organization with their use',
    roles: { ...OFFICERS, billing: 'all' },
  },
  'workspace_limits.read': {
    words: 'View limits of a workspace with their use',
    roles: { ...OFFICERS, developer: 'workspaces', billing: 'all' },
    workspaceRoles: { workspace_admin: 'all', workspace_developer: 'all' },
  },
  'billing.read': {
    words: 'View plan, allowance, credits and ledger',
    roles: { ...OFFICERS, billing: 'all' },
  },
  'billing.manage': { words: 'Record payments', roles: { ...OWNERS, billing: 'all' } },
  'usage.read': {
    words: 'View usage, cost and requests',
    roles: { ...OFFICERS, developer: 'workspaces', billing: 'all', member: 'own' },
    workspaceRoles: { workspace_admin: 'all' },
  },
} as const satisfies Readonly<Record<string, PermissionRow>>;

const ROWS = { ...resourceRows('permissions'), ...GENERAL };

export type Permission = keyof typeof ROWS;

/** The role matrix (D-CONS-3): what each role may do in the Console. */
export const ROLE_MATRIX: Readonly<Record<Permission, PermissionRow>> = ROWS;

/** A permission that may go for a part of an organization: some workspaces, or what one person made or used. */
export type PartlyPermission = {
  [P in Permission]: (typeof ROWS)[P] extends { readonly workspaceRoles: object } ? P : never;
}[Permission];

export const PERMISSIONS = Object.keys(ROWS) as readonly Permission[];

export const WORKSPACE_PERMISSIONS = PERMISSIONS.filter(
  (permission): permission is PartlyPermission => ROLE_MATRIX[permission].workspaceRoles !== undefined,
);

/** What a role of the organization gives by itself. */
export function reachOf(role: OrganizationRole, permission: Permission): Reach | undefined {
  return ROLE_MATRIX[permission].roles[role];
}

/** What a role in a workspace adds there. */
export function reachInWorkspace(role: WorkspaceRole, permission: Permission): Reach | undefined {
  return ROLE_MATRIX[permission].workspaceRoles?.[role];
}
