import { sql, type Kysely, type SelectQueryBuilder } from 'kysely';
import type { OrganizationRole, UserQuery } from '@svc/contract';
import { readPage, type OrganizationScope, type Page, type PageRequest, type Tables } from '#store';

/** A member who was not removed. */
export interface StoredUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: OrganizationRole;
  readonly status: 'active' | 'suspended';
  /** Of the person, in every organization. */
  readonly account: 'enabled' | 'disabled';
  readonly added_at: number;
  readonly last_active_at: number | null;
  readonly two_factor_enabled: boolean;
  readonly directory_managed: boolean;
}

export function findUserPage(
  scope: OrganizationScope,
  query: UserQuery,
  page: PageRequest,
): Promise<Page<StoredUser>> {
  let users = usersOf(scope);
  if (query.email !== undefined) users = users.where(sql`lower(u.email)`, '=', sql`lower(${query.email})`);
  if (query.role !== undefined) users = users.where('m.role', '=', query.role);
  if (query.status !== undefined) users = users.where('m.status', '=', query.status);
  return readPage(users as unknown as SelectQueryBuilder<Tables, 'users', StoredUser>, 'u.id', page);
}

export function findUser(scope: OrganizationScope, id: string): Promise<StoredUser | undefined> {
  return usersOf(scope).where('u.id', '=', id).executeTakeFirst() as Promise<StoredUser | undefined>;
}

/** Whether a person was ever a member: their position in the list is known although they left. */
export async function wasMember({ db, organizationId }: OrganizationScope, id: string): Promise<boolean> {
  const member = db
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', id);
  return (await member.executeTakeFirst()) !== undefined;
}

/** Whether a person is an active member of another organization. */
export async function isMemberElsewhere(
  db: Kysely<Tables>,
  { userId, organizationId }: { readonly userId: string; readonly organizationId: string },
): Promise<boolean> {
  const member = db
    .selectFrom('members')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('organization_id', '<>', organizationId)
    .where('status', '=', 'active');
  return (await member.executeTakeFirst()) !== undefined;
}

/**
 * Whether a person belongs to another organization or once did. Who was removed counts: the other organization brings them back as the same
 * person.
 */
export async function wasMemberElsewhere(
  { db, organizationId }: OrganizationScope,
  id: string,
): Promise<boolean> {
  const member = db
    .selectFrom('members')
    .select('user_id')
    .where('user_id', '=', id)
    .where('organization_id', '<>', organizationId);
  return (await member.executeTakeFirst()) !== undefined;
}

/** The state of a membership there is or was. */
export async function findMembership({ db, organizationId }: OrganizationScope, userId: string) {
  const member = db
    .selectFrom('members')
    .select('status')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId);
  return (await member.executeTakeFirst())?.status;
}

export async function setRole(
  { db, organizationId }: OrganizationScope,
  userId: string,
  role: OrganizationRole,
): Promise<void> {
  const member = db.updateTable('members').set({ role }).where('organization_id', '=', organizationId);
  await member.where('user_id', '=', userId).execute();
}

/** Gives several members their roles in one statement. */
export async function setRoles(
  { db, organizationId }: OrganizationScope,
  roles: readonly { readonly user_id: string; readonly role: OrganizationRole }[],
): Promise<void> {
  await sql`
    update members m set role = r.role from jsonb_to_recordset(${JSON.stringify(roles)}::jsonb) as r(user_id text, role text)
    where m.organization_id = ${organizationId} and m.user_id = r.user_id`.execute(db);
}

/** What they did stays; their places in workspaces and groups go. */
export async function setRemoved({ db, organizationId }: OrganizationScope, userId: string): Promise<void> {
  const member = db
    .updateTable('members')
    .set({ status: 'removed' })
    .where('organization_id', '=', organizationId);
  await member.where('user_id', '=', userId).execute();
  for (const places of [
    db.deleteFrom('workspace_members'),
    db.deleteFrom('directory_group_members'),
    db.deleteFrom('directory_role_grants'),
    db.deleteFrom('directory_workspace_grants'),
  ])
    await places.where('organization_id', '=', organizationId).where('user_id', '=', userId).execute();
  const groups = db.selectFrom('member_groups').select('id').where('organization_id', '=', organizationId);
  await db
    .deleteFrom('member_group_users')
    .where('group_id', 'in', groups)
    .where('user_id', '=', userId)
    .execute();
}

/** Everybody who was not removed. */
export function usersOf(scope: OrganizationScope) {
  return everMembersOf(scope).where('m.status', '<>', 'removed');
}

/** Removed ones too: the position of one in a list is known although they left. */
export function everMembersOf({ db, organizationId }: OrganizationScope) {
  return db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select([
      'u.id',
      'u.email',
      'u.name',
      'u.account',
      'u.two_factor_enabled',
      'm.role',
      'm.status',
      'm.added_at',
      'm.last_active_at',
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('directory_users as d')
            .select('d.user_id')
            .whereRef('d.organization_id', '=', 'm.organization_id')
            .whereRef('d.user_id', '=', 'm.user_id'),
        )
        .as('directory_managed'),
    )
    .where('m.organization_id', '=', organizationId);
}
