import type { PluginRow } from './store/plugin-rows.ts';

/** Where somebody is a member; owners and administrators act in every workspace. */
export type MemberWorkspaces = ReadonlySet<string> | 'all';

type Rule = Pick<PluginRow, 'id' | 'name' | 'marketplace_id' | 'policy' | 'workspace_ids'>;

/**
 * The plugins that apply to a member, one of each name (D-PLUG-4): one that is blocked keeps those of marketplaces from them, the one for some
 * workspaces counts before the one for all, and where they are in several of them the strictest does. What is blocked is left out.
 */
export function effectivePlugins<Plugin extends Rule>(
  plugins: readonly Plugin[],
  workspaces: MemberWorkspaces,
): Plugin[] {
  const applying = plugins.filter(({ workspace_ids: ids }) => applies(ids, workspaces));
  const byName = Map.groupBy(applying, ({ name }) => name);
  return [...byName.values()].flatMap((named) => choose(named) ?? []);
}

function choose<Plugin extends Rule>(named: readonly Plugin[]): Plugin | undefined {
  const isBlocked = named.some(({ policy }) => policy === 'blocked');
  const allowed = isBlocked ? named.filter(({ marketplace_id: id }) => id === null) : named;
  const narrow = allowed.filter(({ workspace_ids: ids }) => ids !== null);
  const counting = narrow.length > 0 ? narrow : allowed;
  if (counting.some(({ policy }) => policy === 'blocked')) return undefined;
  return counting.find(({ policy }) => policy === 'required') ?? counting[0];
}

function applies(ids: readonly string[] | null, workspaces: MemberWorkspaces): boolean {
  return ids === null || workspaces === 'all' || ids.some((id) => workspaces.has(id));
}
