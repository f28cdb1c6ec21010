import type { OrganizationRole } from '../schemas/administration/user.ts';
import type { WorkspaceRole } from '../schemas/administration/workspace-member.ts';

/**
 * How far a permission goes: over the whole organization, over the workspaces a person belongs to, or over what they made
 * or used themselves.
 */
export type Reach = 'all' | 'workspaces' | 'own';

export type Grants<Role extends string> = Readonly<Partial<Record<Role, Reach>>>;

/** One row of the role matrix (D-CONS-3). A role that is absent may not. */
export interface PermissionRow {
  /** What it allows, for the table of roles. */
  readonly words: string;
  readonly roles: Grants<OrganizationRole>;
  /**
   * What a role in a workspace adds there, whatever the role in the organization (platform contract §2.3, WORK-36 to WORK-38).
   * Absent: the permission goes for the whole organization or not at all.
   */
  readonly workspaceRoles?: Grants<WorkspaceRole>;
  /** The least role in a workspace from which a reach of `workspaces` counts it. Absent: any. */
  readonly minWorkspaceRole?: WorkspaceRole;
}

export const OWNERS = { primary_owner: 'all', owner: 'all' } as const;
export const OFFICERS = { ...OWNERS, administrator: 'all' } as const;

/** Who may create a key of a workspace could do all of it with that key. */
export const MANAGED_BY_DEVELOPERS = {
  roles: { ...OFFICERS, developer: 'workspaces' },
  workspaceRoles: { workspace_admin: 'all', workspace_developer: 'all' },
  minWorkspaceRole: 'workspace_developer',
} as const;

/** Whoever uses a workspace sees what its sessions are made of (SHARE-17). */
export const READ_BY_USERS = {
  roles: { ...OFFICERS, developer: 'workspaces' },
  workspaceRoles: { workspace_admin: 'all', workspace_developer: 'all', workspace_user: 'all' },
} as const;

/** Those who build in a workspace delete what they made; who runs it, what anybody made (SHARE-17). */
export const DELETED_BY_MAKERS = {
  roles: { ...OFFICERS, developer: 'own' },
  workspaceRoles: { workspace_admin: 'all', workspace_developer: 'own' },
} as const;
