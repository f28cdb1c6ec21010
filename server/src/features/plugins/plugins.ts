import { ApiError, type Plugin } from '@svc/contract';
import { isWellFormedId, listPage, type ListBody, type PageQuery } from '#features/listing';
import { toTimestamp } from '#kit';
import type { OrganizationScope } from '#store';
import { findPlugin, findPluginPage, type PluginRow } from './store/plugin-rows.ts';

export function listPlugins(scope: OrganizationScope, query: PageQuery): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findPluginPage(scope, page),
    hasPlace: isWellFormedId('plugin'),
    toItem: toPlugin,
    idOf: ({ id }) => id,
  });
}

export async function readPlugin(scope: OrganizationScope, id: string): Promise<Plugin> {
  return toPlugin(await requirePlugin(scope, id));
}

/** Throws 404 `plugin_not_found`. */
export async function requirePlugin(scope: OrganizationScope, id: string): Promise<PluginRow> {
  const plugin = await findPlugin(scope, id);
  if (!plugin) throw new ApiError('plugin_not_found', { param: 'plugin_id' });
  return plugin;
}

export function toPlugin(row: PluginRow): Plugin {
  return {
    id: row.id,
    type: 'plugin',
    ...namesOf(row),
    source:
      row.marketplace_id === null
        ? { kind: 'upload' }
        : { kind: 'marketplace', marketplace_id: row.marketplace_id },
    latest_version: row.latest_version,
    policy: row.policy,
    workspace_ids: row.workspace_ids && [...row.workspace_ids],
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

/** As administrators named it, else as it names itself. */
export function namesOf(row: PluginRow): Pick<Plugin, 'name' | 'display_name' | 'description'> {
  return {
    name: row.name,
    display_name: row.display_name ?? row.manifest_display_name ?? row.name,
    description: row.description ?? row.manifest_description,
  };
}
