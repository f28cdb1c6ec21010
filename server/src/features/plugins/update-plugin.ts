import type { Plugin, PluginUpdate } from '@svc/contract';
import { auditChange, type MutationContext } from '#features/audit';
import { changesOf } from './create-plugin.ts';
import { acceptWorkspaces, requireFreeName } from './plugin-scope.ts';
import { readPlugin, requirePlugin, toPlugin } from './plugins.ts';
import { updatePluginRow } from './store/plugin-rows.ts';

/** D-PLUG-3. */
export async function updatePlugin(
  change: MutationContext,
  id: string,
  update: PluginUpdate,
): Promise<Plugin> {
  const { scope, nowMs } = change;
  const known = await requirePlugin(scope, id);
  const { workspace_ids: asked, ...rest } = update;
  const set = {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    ...(asked === undefined ? {} : { workspace_ids: await acceptWorkspaces(scope, asked) }),
  };
  if (asked !== undefined) await requireFreeName(scope, { ...known, ...set });
  const changes = changesOf(toPlugin(known), toPlugin({ ...known, ...set }));
  if (Object.keys(changes).length === 0) return toPlugin(known);
  await updatePluginRow(scope, id, { ...set, updated_at: nowMs });
  await auditChange(change, { event: 'plugin.updated', resource: { type: 'plugin', id }, changes });
  return readPlugin(scope, id);
}
