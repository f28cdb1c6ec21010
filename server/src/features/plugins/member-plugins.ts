import { ApiError, type MemberPlugin, type MemberPlugins } from '@svc/contract';
import { auditChange, type MutationContext } from '#features/audit';
import { isAdministrator, requireUser } from '#features/organization';
import type { OrganizationScope } from '#store';
import { effectivePlugins } from './effective-plugins.ts';
import { namesOf } from './plugins.ts';
import {
  deleteInstallations,
  findInstallations,
  findMemberWorkspaces,
  insertInstallation,
} from './store/member-rows.ts';
import { findPlugins } from './store/plugin-rows.ts';

/** What a member has or may install. Throws 404 `user_not_found`. */
export async function listMemberPlugins(scope: OrganizationScope, userId: string): Promise<MemberPlugins> {
  const { role } = await requireUser(scope, userId);
  const workspaces = isAdministrator(role) ? 'all' : await findMemberWorkspaces(scope, userId);
  const installed = await findInstallations(scope, userId);
  const effective = effectivePlugins(await findPlugins(scope), workspaces);
  const data = effective.map((row): MemberPlugin => {
    const isRequired = row.policy === 'required';
    return {
      type: 'member_plugin',
      plugin_id: row.id,
      ...namesOf(row),
      latest_version: row.latest_version,
      policy: isRequired ? 'required' : 'available',
      installed: isRequired || installed.has(row.id),
    };
  });
  return { object: 'list', user_id: userId, data };
}

/**
 * Installs a plugin for a member or removes it. Throws 404 `plugin_not_found` for one that is blocked or of other workspaces, and 409
 * `resource_conflict` for taking away what is required (PLUG-06 to PLUG-08).
 */
export async function setOwnPlugin(
  change: MutationContext,
  userId: string,
  pluginId: string,
  installed: boolean,
): Promise<MemberPlugin> {
  const { scope, nowMs } = change;
  const find = async (): Promise<MemberPlugin | undefined> =>
    (await listMemberPlugins(scope, userId)).data.find(({ plugin_id: id }) => id === pluginId);
  const plugin = await find();
  if (!plugin) throw new ApiError('plugin_not_found', { param: 'plugin_id' });
  if (plugin.installed === installed) return plugin;
  if (plugin.policy === 'required')
    throw new ApiError('resource_conflict', {
      message: 'The organization requires this plugin, so it cannot be removed.',
    });
  if (installed) await insertInstallation(scope, pluginId, userId, nowMs);
  else await deleteInstallations(scope, userId, pluginId);
  await auditChange(change, {
    event: installed ? 'plugin.installed' : 'plugin.uninstalled',
    resource: { type: 'plugin', id: pluginId },
  });
  return { ...plugin, installed };
}
