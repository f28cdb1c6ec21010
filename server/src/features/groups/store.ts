import { sql } from 'kysely';
import type { ResourceNames } from '#features/audit';
import { newId } from '#kit';
import { readPage, type OrganizationScope, type Page, type PageRequest } from '#store';

export interface StoredGroup {
  readonly id: string;
  readonly name: string;
  readonly created_at: number;
  readonly user_ids: readonly string[];
}

export function findGroupPage(scope: OrganizationScope, page: PageRequest): Promise<Page<StoredGroup>> {
  return readPage(groupsOf(scope), 'g.id', page);
}

export function findGroup(scope: OrganizationScope, id: string): Promise<StoredGroup | undefined> {
  return groupsOf(scope).where('g.id', '=', id).executeTakeFirst();
}

export async function countGroups({ db, organizationId }: OrganizationScope): Promise<number> {
  const groups = db.selectFrom('member_groups').select(sql<number>`count(*)::int`.as('count'));
  return (await groups.where('organization_id', '=', organizationId).executeTakeFirstOrThrow()).count;
}

export async function isGroupNameTaken(
  { db, organizationId }: OrganizationScope,
  name: string,
): Promise<boolean> {
  const group = db
    .selectFrom('member_groups')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('name', '=', name);
  return (await group.executeTakeFirst()) !== undefined;
}

/** Ids by name. */
export async function findGroupIds({ db, organizationId }: OrganizationScope): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('member_groups')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .execute();
  return new Map(rows.map((row) => [row.name, row.id]));
}

/** Those among the ids who belong to the organization. */
export async function findMemberIds(
  { db, organizationId }: OrganizationScope,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const members = db.selectFrom('members').select('user_id').where('organization_id', '=', organizationId);
  const rows = await members.where('user_id', 'in', userIds).where('status', '<>', 'removed').execute();
  return new Set(rows.map((row) => row.user_id));
}

/** Returns the new id. */
export async function insertGroup(
  { db, organizationId }: OrganizationScope,
  name: string,
  nowMs: number,
): Promise<string> {
  const id = newId('grp_', nowMs);
  await db
    .insertInto('member_groups')
    .values({ id, organization_id: organizationId, name, created_at: nowMs })
    .execute();
  return id;
}

export async function setGroupName(
  { db, organizationId }: OrganizationScope,
  id: string,
  name: string,
): Promise<void> {
  await db
    .updateTable('member_groups')
    .set({ name })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** Replaces who is in the group. */
export async function setGroupMembers(
  scope: OrganizationScope,
  id: string,
  userIds: readonly string[],
): Promise<void> {
  await clearGroup(scope, id);
  const rows = userIds.map((userId) => ({ group_id: id, user_id: userId }));
  if (rows.length > 0) await scope.db.insertInto('member_group_users').values(rows).execute();
}

/** Adds those who are not in the group yet; returns how many. */
export async function addGroupMembers(
  { db }: OrganizationScope,
  id: string,
  userIds: readonly string[],
): Promise<number> {
  if (userIds.length === 0) return 0;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('member_group_users')
    .values(userIds.map((userId) => ({ group_id: id, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0n);
}

export async function deleteGroupRow(scope: OrganizationScope, id: string): Promise<void> {
  await clearGroup(scope, id);
  const { db, organizationId } = scope;
  await db
    .deleteFrom('member_groups')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

async function clearGroup({ db, organizationId }: OrganizationScope, id: string): Promise<void> {
  const own = db
    .selectFrom('member_groups')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id);
  await db.deleteFrom('member_group_users').where('group_id', 'in', own).execute();
}

function groupsOf({ db, organizationId }: OrganizationScope) {
  const userIds = sql<readonly string[]>`coalesce(
    (select jsonb_agg(u.user_id order by u.user_id) from member_group_users u where u.group_id = g.id), '[]'::jsonb)`;
  return db
    .selectFrom('member_groups as g')
    .select(['g.id', 'g.name', 'g.created_at'])
    .select(userIds.as('user_ids'))
    .where('g.organization_id', '=', organizationId);
}

/** For the audit log. */
export const groupNames: ResourceNames = ({ organizationId }) =>
  sql`select id, name from member_groups where organization_id = ${organizationId}`;
