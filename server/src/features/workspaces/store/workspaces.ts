import type { Kysely } from 'kysely';
import { newId } from '#kit';
import type { Tables } from '#store';

/** Every organization has one workspace of this name, which cannot be archived (platform contract §2.3). */
export const DEFAULT_WORKSPACE_NAME = 'Default';

export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly isDefault: boolean;
  readonly allowedIps: readonly string[];
  readonly archivedAtMs: number | null;
}

export interface NewWorkspace {
  readonly organizationId: string;
  readonly name: string;
  /** Normalised entries. */
  readonly allowedIps?: readonly string[];
  readonly isDefault?: boolean;
}

/** All workspaces of an organization, archived ones included, oldest first. */
export async function findWorkspaces(db: Kysely<Tables>, organizationId: string): Promise<Workspace[]> {
  const rows = await db
    .selectFrom('workspaces')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    isDefault: row.is_default,
    allowedIps: row.allowed_ips,
    archivedAtMs: row.archived_at,
  }));
}

/** Returns the new id. Names are unique in an organization whatever their letter case, and so is the default one. */
export async function insertWorkspace(
  db: Kysely<Tables>,
  workspace: NewWorkspace,
  nowMs: number,
): Promise<string> {
  const id = newId('wrkspc_', nowMs);
  await db
    .insertInto('workspaces')
    .values({
      id,
      organization_id: workspace.organizationId,
      name: workspace.name,
      is_default: workspace.isDefault ?? false,
      allowed_ips: [...(workspace.allowedIps ?? [])],
      created_at: nowMs,
    })
    .execute();
  return id;
}

/** Replaces the address list that binds every key of the workspace. */
export async function updateWorkspaceIps(
  db: Kysely<Tables>,
  id: string,
  allowedIps: readonly string[],
): Promise<void> {
  await db
    .updateTable('workspaces')
    .set({ allowed_ips: [...allowedIps] })
    .where('id', '=', id)
    .execute();
}

/** Adds a member to a workspace; someone already in it keeps their role. */
export async function insertWorkspaceMember(
  db: Kysely<Tables>,
  member: {
    readonly organizationId: string;
    readonly workspaceId: string;
    readonly userId: string;
    readonly role: Tables['workspace_members']['role'];
  },
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('workspace_members')
    .values({
      organization_id: member.organizationId,
      workspace_id: member.workspaceId,
      user_id: member.userId,
      role: member.role,
      added_at: nowMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
