import { ApiError } from '@svc/contract';
import { findWorkspaces } from '#features/workspaces';
import type { OrganizationScope } from '#store';
import { findPluginsNamed, type PluginRow } from './store/plugin-rows.ts';

/** Throws 404 `workspace_not_found` for an id that no workspace of the organization has. Each id once. */
export async function acceptWorkspaces(
  { db, organizationId }: OrganizationScope,
  ids: readonly string[] | null,
): Promise<readonly string[] | null> {
  if (ids === null) return null;
  const known = new Set((await findWorkspaces(db, organizationId)).map(({ id }) => id));
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown >= 0) throw new ApiError('workspace_not_found', { param: `workspace_ids[${unknown}]` });
  return [...new Set(ids)];
}

/**
 * Throws 409 `name_taken` where another plugin of the name, from another source, would apply in one of the same workspaces, or to the whole
 * organization as well. One for all and one for some workspaces may have the same name: there the narrower one counts (D-PLUG-4).
 */
export async function requireFreeName(
  scope: OrganizationScope,
  plugin: Pick<PluginRow, 'name' | 'workspace_ids'> & { readonly id?: string },
): Promise<void> {
  const others = (await findPluginsNamed(scope, plugin.name)).filter(({ id }) => id !== plugin.id);
  if (others.some(({ workspace_ids: ids }) => overlaps(ids, plugin.workspace_ids)))
    throw new ApiError('name_taken', {
      param: 'name',
      message:
        'Another plugin with this name applies to the same workspaces. Change its workspace_ids, or choose others.',
    });
}

function overlaps(some: readonly string[] | null, others: readonly string[] | null): boolean {
  if (some === null || others === null) return some === others;
  return some.some((id) => others.includes(id));
}
