import { sql } from 'kysely';
import type { WorkspaceRole } from '@svc/contract';
import { readPage, toPreciseTimestamp, type OrganizationScope, type Page, type PageRequest } from '#store';

export interface StoredMembership {
  readonly workspace_id: string;
  readonly user_id: string;
  readonly role: WorkspaceRole;
  readonly added_at: number;
}

export function findMembershipPage(
  scope: OrganizationScope,
  workspaceId: string,
  page: PageRequest,
): Promise<Page<StoredMembership>> {
  return readPage(membershipsOf(scope, workspaceId), 'user_id', page);
}

export function findMembership(
  scope: OrganizationScope,
  workspaceId: string,
  userId: string,
): Promise<StoredMembership | undefined> {
  return membershipsOf(scope, workspaceId).where('user_id', '=', userId).executeTakeFirst();
}

export async function setMembershipRole(
  { db, organizationId }: OrganizationScope,
  { workspace_id: workspaceId, user_id: userId }: StoredMembership,
  role: WorkspaceRole,
): Promise<void> {
  const membership = db
    .updateTable('workspace_members')
    .set({ role })
    .where('organization_id', '=', organizationId);
  await membership.where('workspace_id', '=', workspaceId).where('user_id', '=', userId).execute();
}

export async function deleteMembership(
  { db, organizationId }: OrganizationScope,
  { workspace_id: workspaceId, user_id: userId }: StoredMembership,
): Promise<void> {
  const membership = db.deleteFrom('workspace_members').where('organization_id', '=', organizationId);
  await membership.where('workspace_id', '=', workspaceId).where('user_id', '=', userId).execute();
}

/** One place of a member in a workspace. */
export interface Place {
  readonly workspace_id: string;
  readonly user_id: string;
}

/** Adds members to workspaces or changes their roles, in one statement. */
export async function putPlaces(
  { db, organizationId }: OrganizationScope,
  places: readonly (Place & { readonly role: WorkspaceRole })[],
  nowMs: number,
): Promise<void> {
  await sql`
    insert into workspace_members (organization_id, workspace_id, user_id, role, added_at)
    select ${organizationId}, p.workspace_id, p.user_id, p.role, ${toPreciseTimestamp(nowMs)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p(workspace_id text, user_id text, role text)
    on conflict (workspace_id, user_id) do update set role = excluded.role`.execute(db);
}

/** Takes members out of workspaces, in one statement. */
export async function deletePlaces(
  { db, organizationId }: OrganizationScope,
  places: readonly Place[],
): Promise<void> {
  await sql`
    delete from workspace_members m using jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p(workspace_id text, user_id text)
    where m.organization_id = ${organizationId} and m.workspace_id = p.workspace_id and m.user_id = p.user_id`.execute(
    db,
  );
}

function membershipsOf({ db, organizationId }: OrganizationScope, workspaceId: string) {
  return db
    .selectFrom('workspace_members')
    .select(['workspace_id', 'user_id', 'role', 'added_at'])
    .where('organization_id', '=', organizationId)
    .where('workspace_id', '=', workspaceId);
}
