import type { WorkspaceRole } from '@svc/contract';
import { readPage, type OrganizationScope, type Page, type PageRequest } from '#store';

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

function membershipsOf({ db, organizationId }: OrganizationScope, workspaceId: string) {
  return db
    .selectFrom('workspace_members')
    .select(['workspace_id', 'user_id', 'role', 'added_at'])
    .where('organization_id', '=', organizationId)
    .where('workspace_id', '=', workspaceId);
}
