import type { OrganizationRole } from './schemas/administration/user.ts';
import type { WorkspaceRole } from './schemas/administration/workspace-member.ts';

/**
 * How far a permission goes: over the whole organization, over the workspaces a person belongs to, or over what they made
 * or used themselves.
 */
export type Reach = 'all' | 'workspaces' | 'own';

type Grants<Role extends string> = Readonly<Partial<Record<Role, Reach>>>;

const OWNERS = { primary_owner: 'all', owner: 'all' } as const;
const OFFICERS = { ...OWNERS, administrator: 'all' } as const;

/** The role matrix (D-CONS-3): what each role of the organization may do in the Console. A role that is absent may not. */
export const ROLE_MATRIX = {
  'ownership.transfer': { primary_owner: 'all' },
  /** Owners and administrators themselves, the spend limit of the organization, its MCP policy, email domains and inference hook. */
  'owners.manage': OWNERS,
  'outbox.read': OWNERS,
  'organization.manage': OFFICERS,
  'admin_keys.manage': OFFICERS,
  /** Other members, invites and groups. */
  'members.manage': OFFICERS,
  /** Which workspaces there are, and the addresses they accept. */
  'workspaces.manage': OFFICERS,
  /** What is inside a workspace: its members, limits and settings. */
  'workspaces.run': OFFICERS,
  'spend_limits.manage': OFFICERS,
  'audit.read': OFFICERS,
  'plugins.manage': OFFICERS,
  'limits.read': { ...OFFICERS, billing: 'all' },
  /** What applies in a workspace, and what is used of it. */
  'workspace_limits.read': { ...OFFICERS, developer: 'workspaces', billing: 'all' },
  'billing.read': { ...OFFICERS, billing: 'all' },
  'billing.manage': { ...OWNERS, billing: 'all' },
  'api_keys.read': { ...OFFICERS, developer: 'own' },
  'api_keys.manage': { ...OFFICERS, developer: 'own' },
  'api_keys.create': { ...OFFICERS, developer: 'workspaces' },
  'usage.read': { ...OFFICERS, developer: 'workspaces', billing: 'all', member: 'own' },
  'playground.use': { ...OFFICERS, developer: 'workspaces', member: 'workspaces' },
  /** Who may make a key of a workspace could do all of it with that key. */
  'files.manage': { ...OFFICERS, developer: 'workspaces' },
  'batches.manage': { ...OFFICERS, developer: 'workspaces' },
  'webhooks.manage': { ...OFFICERS, developer: 'workspaces' },
  'organization_webhooks.manage': OFFICERS,
  'tunnels.manage': { ...OFFICERS, developer: 'workspaces' },
  'prompts.manage': { ...OFFICERS, developer: 'workspaces' },
} as const satisfies Readonly<Record<string, Grants<OrganizationRole>>>;

export type Permission = keyof typeof ROLE_MATRIX;

/** What a role in a workspace adds there, whatever the role in the organization (platform contract §2.3, WORK-36 to WORK-38). */
export const WORKSPACE_ROLE_MATRIX = {
  'workspaces.run': { workspace_admin: 'all' },
  'workspace_limits.read': { workspace_admin: 'all', workspace_developer: 'all' },
  'api_keys.read': { workspace_admin: 'all', workspace_developer: 'own' },
  'api_keys.manage': { workspace_admin: 'all', workspace_developer: 'own' },
  'api_keys.create': { workspace_admin: 'all', workspace_developer: 'all' },
  'usage.read': { workspace_admin: 'all' },
  // Who may use it at all says the role in the organization.
  'playground.use': {},
  'files.manage': { workspace_admin: 'all', workspace_developer: 'all' },
  'batches.manage': { workspace_admin: 'all', workspace_developer: 'all' },
  'webhooks.manage': { workspace_admin: 'all', workspace_developer: 'all' },
  'tunnels.manage': { workspace_admin: 'all', workspace_developer: 'all' },
  'prompts.manage': { workspace_admin: 'all', workspace_developer: 'all' },
} as const satisfies Readonly<Partial<Record<Permission, Grants<WorkspaceRole>>>>;

/** A permission that may go for a part of an organization: some workspaces, or what one person made or used. */
export type PartlyPermission = keyof typeof WORKSPACE_ROLE_MATRIX;

export const WORKSPACE_PERMISSIONS = Object.keys(WORKSPACE_ROLE_MATRIX) as readonly PartlyPermission[];

/** The least role in a workspace from which a reach of `workspaces` counts it. Absent: any. */
export const MIN_WORKSPACE_ROLE: Readonly<Partial<Record<Permission, WorkspaceRole>>> = {
  'api_keys.create': 'workspace_developer',
  'files.manage': 'workspace_developer',
  'batches.manage': 'workspace_developer',
  'webhooks.manage': 'workspace_developer',
  'tunnels.manage': 'workspace_developer',
  'prompts.manage': 'workspace_developer',
};

export const PERMISSIONS = Object.keys(ROLE_MATRIX) as readonly Permission[];

/** What a role of the organization gives by itself. */
export function reachOf(role: OrganizationRole, permission: Permission): Reach | undefined {
  const grants: Grants<OrganizationRole> = ROLE_MATRIX[permission];
  return grants[role];
}

/** What a role in a workspace adds there. */
export function reachInWorkspace(role: WorkspaceRole, permission: Permission): Reach | undefined {
  const matrix: Readonly<Partial<Record<Permission, Grants<WorkspaceRole>>>> = WORKSPACE_ROLE_MATRIX;
  return matrix[permission]?.[role];
}
