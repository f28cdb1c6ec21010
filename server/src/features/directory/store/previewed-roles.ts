import { sql } from 'kysely';
import { ORGANIZATION_ROLES, type OrganizationRole } from '@svc/contract';
import type { OrganizationScope } from '#store';

export interface RoleInGroup {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: OrganizationRole;
  /** The highest role that other groups give. Null: none does. */
  readonly other_role: OrganizationRole | null;
  /** Whether the role was given by a group. */
  readonly has_grant: boolean;
}

/** Members of a group with what their other groups give, by their email. */
export async function findRolesInGroup(
  { db, organizationId }: OrganizationScope,
  groupId: string,
): Promise<readonly RoleInGroup[]> {
  const ranks = sql`array[${sql.join(ORGANIZATION_ROLES)}]::text[]`;
  const { rows } = await sql<RoleInGroup>`
    select m.user_id as id, u.email, u.name, m.role, r.user_id is not null as has_grant,
      (${ranks})[(
        select min(array_position(${ranks}, g.role))
        from directory_group_members other join directory_groups g on g.id = other.group_id
        where other.organization_id = m.organization_id and other.user_id = m.user_id and g.id <> ${groupId}
      )] as other_role
    from directory_group_members gm
    join members m on m.organization_id = gm.organization_id and m.user_id = gm.user_id
    join users u on u.id = m.user_id
    left join directory_role_grants r on r.organization_id = m.organization_id and r.user_id = m.user_id
    where gm.organization_id = ${organizationId} and gm.group_id = ${groupId} and m.status <> 'removed'
    order by lower(u.email)`.execute(db);
  return rows;
}

/** Whether the role of the member was given by a group. */
export async function hasRoleGrant(
  { db, organizationId }: OrganizationScope,
  userId: string,
): Promise<boolean> {
  const grant = db
    .selectFrom('directory_role_grants')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId);
  return (await grant.executeTakeFirst()) !== undefined;
}

/** Groups that give the member something, by their name. */
export function findGroupsOfMember({ db, organizationId }: OrganizationScope, userId: string) {
  return db
    .selectFrom('directory_group_members as m')
    .innerJoin('directory_groups as g', 'g.id', 'm.group_id')
    .select(['g.id', 'g.display_name', 'g.role', 'g.workspaces'])
    .where('m.organization_id', '=', organizationId)
    .where('m.user_id', '=', userId)
    .where(sql<boolean>`(g.role is not null or g.workspaces <> '[]')`)
    .orderBy('g.display_name')
    .limit(100)
    .execute();
}
