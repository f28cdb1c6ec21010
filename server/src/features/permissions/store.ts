import type { WorkspaceRole } from '@svc/contract';
import type { OrganizationScope } from '#store';
import type { EffectiveRoles } from './effective-roles.ts';

export async function findEffectiveRoles(
  { db, organizationId }: OrganizationScope,
  userId: string,
): Promise<EffectiveRoles | undefined> {
  const rows = await db
    .selectFrom('members as m')
    .leftJoin('workspace_members as w', (join) =>
      join.onRef('w.organization_id', '=', 'm.organization_id').onRef('w.user_id', '=', 'm.user_id'),
    )
    .select(['m.role', 'w.workspace_id', 'w.role as workspace_role'])
    .where('m.organization_id', '=', organizationId)
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'active')
    .execute();
  const [first] = rows;
  if (!first) return undefined;
  const roles = rows.flatMap(({ workspace_id: id, workspace_role: role }) =>
    id !== null && role !== null ? [[id, role] as const] : [],
  );
  return { userId, role: first.role, workspaceRoles: new Map(roles) };
}

export interface OwnWorkspaceRow {
  readonly id: string;
  readonly name: string;
  readonly is_default: boolean;
  readonly role: WorkspaceRole | null;
}

/** Active workspaces by name, each with the person's role in it. */
export function findActiveWorkspaces(
  { db, organizationId }: OrganizationScope,
  userId: string,
): Promise<OwnWorkspaceRow[]> {
  return db
    .selectFrom('workspaces as w')
    .leftJoin('workspace_members as m', (join) =>
      join.onRef('m.workspace_id', '=', 'w.id').on('m.user_id', '=', userId),
    )
    .select(['w.id', 'w.name', 'w.is_default', 'm.role'])
    .where('w.organization_id', '=', organizationId)
    .where('w.archived_at', 'is', null)
    .orderBy('w.name')
    .execute();
}
