import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { ResourceNames } from '#features/audit';
import { readPage, type OrganizationScope, type Page, type PageRequest, type Tables } from '#store';

export type PluginRow = Selectable<Tables['plugins']>;
type NewPlugin = Omit<Insertable<Tables['plugins']>, 'organization_id'>;

export function findPluginPage(scope: OrganizationScope, page: PageRequest): Promise<Page<PluginRow>> {
  return readPage(pluginsOf(scope), 'id', page);
}

export function findPlugins(scope: OrganizationScope): Promise<PluginRow[]> {
  return pluginsOf(scope).orderBy('name').orderBy('id').execute();
}

export function findPlugin(scope: OrganizationScope, id: string): Promise<PluginRow | undefined> {
  return pluginsOf(scope).where('id', '=', id).executeTakeFirst();
}

/** All of the name, from whatever source. */
export function findPluginsNamed(scope: OrganizationScope, name: string): Promise<PluginRow[]> {
  return pluginsOf(scope).where('name', '=', name).execute();
}

export async function countPlugins({ db, organizationId }: OrganizationScope): Promise<number> {
  const plugins = db.selectFrom('plugins').select(sql<number>`count(*)::int`.as('count'));
  return (await plugins.where('organization_id', '=', organizationId).executeTakeFirstOrThrow()).count;
}

export async function insertPlugin(
  { db, organizationId }: OrganizationScope,
  { workspace_ids: ids, ...plugin }: NewPlugin,
): Promise<void> {
  await db
    .insertInto('plugins')
    .values({ ...plugin, organization_id: organizationId, workspace_ids: ids })
    .execute();
}

export async function updatePluginRow(
  { db, organizationId }: OrganizationScope,
  id: string,
  set: Updateable<Tables['plugins']>,
): Promise<void> {
  await db
    .updateTable('plugins')
    .set(set)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

function pluginsOf({ db, organizationId }: OrganizationScope) {
  return db.selectFrom('plugins').selectAll().where('organization_id', '=', organizationId);
}

/** For the audit log. */
export const pluginNames: ResourceNames = ({ organizationId }) =>
  sql`select id, name from plugins where organization_id = ${organizationId}`;
