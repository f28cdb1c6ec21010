import { sql } from 'kysely';
import { ORGANIZATION_ROLES, type OrganizationRole } from '@svc/contract';
import type { OrganizationScope } from '#store';
import { idList } from './group-members.ts';

/** A member whom a group gives something, or gave a role. */
export interface GrantedMember {
  readonly id: string;
  readonly email: string;
  readonly role: OrganizationRole;
  /** Whether the role was given by a group. */
  readonly has_grant: boolean;
  /** In a group with a role or workspaces. */
  readonly is_mapped: boolean;
  /** The highest role of their groups. Null: none has one. */
  readonly mapped_role: OrganizationRole | null;
}

/** `userIds`: of these only. */
export async function findGrantedMembers(
  { db, organizationId }: OrganizationScope,
  userIds: readonly string[] | undefined,
): Promise<readonly GrantedMember[]> {
  const ranks = sql`array[${sql.join(ORGANIZATION_ROLES)}]::text[]`;
  const only = (column: string) =>
    userIds === undefined ? sql`` : sql`and ${sql.ref(column)} in ${idList(userIds)}`;
  const { rows } = await sql<GrantedMember>`
    with mapped as (
      select gm.user_id, min(array_position(${ranks}, g.role)) as rank
      from directory_group_members gm join directory_groups g on g.id = gm.group_id
      where gm.organization_id = ${organizationId} and (g.role is not null or g.workspaces <> '[]') ${only('gm.user_id')}
      group by gm.user_id)
    select m.user_id as id, u.email, m.role, r.user_id is not null as has_grant, mapped.user_id is not null as is_mapped,
      (${ranks})[mapped.rank] as mapped_role
    from members m join users u on u.id = m.user_id
    left join directory_role_grants r on r.organization_id = m.organization_id and r.user_id = m.user_id
    left join mapped on mapped.user_id = m.user_id
    where m.organization_id = ${organizationId} and m.status <> 'removed' ${only('m.user_id')}
      and (r.user_id is not null or mapped.user_id is not null)`.execute(db);
  return rows;
}

export async function addRoleGrants(
  { db, organizationId }: OrganizationScope,
  userIds: readonly string[],
): Promise<void> {
  await sql`
    insert into directory_role_grants (organization_id, user_id)
    select ${organizationId}, ids.value from jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb) as ids
    on conflict do nothing`.execute(db);
}

export async function deleteRoleGrants(
  { db, organizationId }: OrganizationScope,
  userIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('directory_role_grants')
    .where('organization_id', '=', organizationId)
    .where('user_id', 'in', idList(userIds))
    .execute();
}
