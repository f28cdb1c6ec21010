import { sql } from 'kysely';
import { WORKSPACE_ROLES, type WorkspaceRole } from '@svc/contract';
import type { Place } from '#features/workspaces';
import type { OrganizationScope } from '#store';
import { idList } from './group-members.ts';

/** A place in a workspace that groups give a member, or gave. */
export interface GrantedPlace extends Place {
  /** Owners act in every workspace, and keep the places they have. */
  readonly is_owner: boolean;
  /** The highest role of their groups there. Null: none gives them the place any more. */
  readonly mapped_role: WorkspaceRole | null;
  /** What they have. Null: no place. */
  readonly current_role: WorkspaceRole | null;
  /** As it was set by a group. Null: none gave it. */
  readonly granted_role: WorkspaceRole | null;
  readonly manual_role: WorkspaceRole | null;
}

/** `userIds`: of these only. */
export async function findGrantedPlaces(
  { db, organizationId }: OrganizationScope,
  userIds: readonly string[] | undefined,
): Promise<readonly GrantedPlace[]> {
  const ranks = sql`array[${sql.join(WORKSPACE_ROLES)}]::text[]`;
  const only = userIds === undefined ? sql`` : sql`and user_id in ${idList(userIds)}`;
  const { rows } = await sql<GrantedPlace>`
    with mapped as (
      select gm.user_id, w.workspace_id, max(array_position(${ranks}, w.role)) as rank
      from directory_group_members gm join directory_groups g on g.id = gm.group_id
      cross join lateral jsonb_to_recordset(g.workspaces) as w(workspace_id text, role text)
      where gm.organization_id = ${organizationId} ${only}
      group by gm.user_id, w.workspace_id),
    granted as (select * from directory_workspace_grants where organization_id = ${organizationId} ${only}),
    places as (
      select user_id, workspace_id, mapped.rank, granted.role, granted.manual_role
      from mapped full join granted using (user_id, workspace_id))
    select p.user_id, p.workspace_id, m.role in ('owner', 'primary_owner') as is_owner, (${ranks})[p.rank] as mapped_role,
      wm.role as current_role, p.role as granted_role, p.manual_role
    from places p
    join members m on m.organization_id = ${organizationId} and m.user_id = p.user_id and m.status <> 'removed'
    left join workspace_members wm on wm.workspace_id = p.workspace_id and wm.user_id = p.user_id`.execute(
    db,
  );
  return rows;
}

export interface PlaceGrant extends Place {
  readonly role: WorkspaceRole;
  readonly manual_role: WorkspaceRole | null;
}

export async function putPlaceGrants(
  { db, organizationId }: OrganizationScope,
  grants: readonly PlaceGrant[],
): Promise<void> {
  await sql`
    insert into directory_workspace_grants (organization_id, user_id, workspace_id, role, manual_role)
    select ${organizationId}, g.user_id, g.workspace_id, g.role, g.manual_role
    from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) as g(user_id text, workspace_id text, role text, manual_role text)
    on conflict (organization_id, user_id, workspace_id) do update set role = excluded.role, manual_role = excluded.manual_role`.execute(
    db,
  );
}

export async function deletePlaceGrants(
  { db, organizationId }: OrganizationScope,
  places: readonly Place[],
): Promise<void> {
  await sql`
    delete from directory_workspace_grants g
    using jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p(user_id text, workspace_id text)
    where g.organization_id = ${organizationId} and g.user_id = p.user_id and g.workspace_id = p.workspace_id`.execute(
    db,
  );
}
