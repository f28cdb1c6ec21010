import type { OrganizationScope } from '#store';

/** Workspaces of the organization that a member was added to. */
export async function findMemberWorkspaces(
  { db, organizationId }: OrganizationScope,
  userId: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('workspace_members as m')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .select('m.workspace_id')
    .where('w.organization_id', '=', organizationId)
    .where('m.user_id', '=', userId)
    .execute();
  return new Set(rows.map(({ workspace_id: id }) => id));
}

/** Plugins of the organization that a member installed. */
export async function findInstallations(
  { db, organizationId }: OrganizationScope,
  userId: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('plugin_installations as i')
    .innerJoin('plugins as p', 'p.id', 'i.plugin_id')
    .select('i.plugin_id')
    .where('p.organization_id', '=', organizationId)
    .where('i.user_id', '=', userId)
    .execute();
  return new Set(rows.map(({ plugin_id: id }) => id));
}

export async function insertInstallation(
  { db }: OrganizationScope,
  pluginId: string,
  userId: string,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('plugin_installations')
    .values({ plugin_id: pluginId, user_id: userId, created_at: nowMs })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Of one plugin, or of all of the organization. */
export async function deleteInstallations(
  { db, organizationId }: OrganizationScope,
  userId: string,
  pluginId?: string,
): Promise<void> {
  let installations = db
    .deleteFrom('plugin_installations')
    .where('user_id', '=', userId)
    .where('plugin_id', 'in', (eb) =>
      eb.selectFrom('plugins').select('id').where('organization_id', '=', organizationId),
    );
  if (pluginId !== undefined) installations = installations.where('plugin_id', '=', pluginId);
  await installations.execute();
}
