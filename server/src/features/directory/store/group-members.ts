import { sql } from 'kysely';
import type { OrganizationScope } from '#store';

/** A list of ids as a parameter, however many there are. */
export function idList(ids: readonly string[]) {
  return sql<string>`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;
}

/** Ids of the members of each group, in their order. */
export async function findGroupMembers(
  { db, organizationId }: OrganizationScope,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const members = new Map<string, Set<string>>(groupIds.map((id) => [id, new Set()]));
  if (groupIds.length === 0) return members;
  const rows = await db
    .selectFrom('directory_group_members')
    .select(['group_id', 'user_id'])
    .where('organization_id', '=', organizationId)
    .where('group_id', 'in', groupIds)
    .orderBy('group_id')
    .orderBy('user_id')
    .execute();
  for (const { group_id: groupId, user_id: userId } of rows) members.get(groupId)?.add(userId);
  return members;
}

/** How many of the ids belong to members of the organization who were not removed. */
export async function countMembers(
  { db, organizationId }: OrganizationScope,
  userIds: readonly string[],
): Promise<number> {
  const { count } = await db
    .selectFrom('members')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organization_id', '=', organizationId)
    .where('status', '<>', 'removed')
    .where('user_id', 'in', idList(userIds))
    .executeTakeFirstOrThrow();
  return count;
}

export async function addGroupMembers(
  { db, organizationId }: OrganizationScope,
  groupId: string,
  userIds: readonly string[],
): Promise<void> {
  await sql`
    insert into directory_group_members (group_id, user_id, organization_id)
    select ${groupId}, ids.value, ${organizationId} from jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb) as ids
    on conflict do nothing`.execute(db);
}

export async function removeGroupMembers(
  { db, organizationId }: OrganizationScope,
  groupId: string,
  userIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('directory_group_members')
    .where('organization_id', '=', organizationId)
    .where('group_id', '=', groupId)
    .where('user_id', 'in', idList(userIds))
    .execute();
}
