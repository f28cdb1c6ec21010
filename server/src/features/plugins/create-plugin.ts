import { compare } from 'semver';
import {
  ApiError,
  ID_PREFIXES,
  type LimitValues,
  type Plugin,
  type PluginFromMarketplace,
} from '@svc/contract';
import type { CallerExchange } from '#exchange';
import { auditChange, differences, type MutationContext } from '#features/audit';
import { enqueueBlobRemoval } from '#features/files';
import { Created, type RunMutation } from '#features/module';
import { newId } from '#kit';
import {
  copyBundle,
  dropBlob,
  receiveBundle,
  type BundleDeps,
  type ReceivedBundle,
} from './bundle/receive-bundle.ts';
import { readPlugin, toPlugin } from './plugins.ts';
import { acceptWorkspaces, requireFreeName } from './plugin-scope.ts';
import {
  countPlugins,
  findPluginsNamed,
  insertPlugin,
  updatePluginRow,
  type PluginRow,
} from './store/plugin-rows.ts';

/**
 * `POST /v1/organizations/plugins`: stores the bundle of a form or of a marketplace, looks through it, and then makes it a plugin or the next version
 * of one (D-PLUG-1, D-PLUG-2). A bundle that becomes none of both is removed.
 */
export async function createPlugin(
  deps: BundleDeps,
  exchange: CallerExchange,
  runMutation: RunMutation,
): Promise<void> {
  const asked = exchange.input.body as PluginFromMarketplace | undefined;
  const bundle = await (asked ? copyBundle(deps, exchange, asked) : receiveBundle(deps, exchange));
  let kept = false;
  try {
    await runMutation(async (change) => {
      change.whenCommitted.push(() => void (kept = true));
      return new Created(await addPlugin(change, bundle, deps.limits()));
    });
  } finally {
    if (!kept) await dropBlob(deps.blobs, bundle.blob.key, deps.log);
  }
}

async function addPlugin(
  change: MutationContext,
  bundle: ReceivedBundle,
  limits: LimitValues,
): Promise<Plugin> {
  const { scope } = change;
  const { manifest, marketplaceId, settings } = bundle;
  const named = await findPluginsNamed(scope, manifest.name);
  const known = named.find(({ marketplace_id: id }) => id === marketplaceId);
  const workspaceIds =
    settings.workspace_ids === undefined
      ? (known?.workspace_ids ?? null)
      : await acceptWorkspaces(scope, settings.workspace_ids);
  const columns = {
    ...columnsOf(bundle, change.nowMs),
    policy: settings.policy ?? known?.policy ?? ('available' as const),
    workspace_ids: workspaceIds,
  };
  if (known) return addVersion(change, known, columns);
  await requireFreeName(scope, { name: manifest.name, workspace_ids: workspaceIds });
  const most = limits.plugins_per_organization;
  if ((await countPlugins(scope)) >= most)
    throw new ApiError('resource_conflict', { message: `The organization already has ${most} plugins.` });
  const id = newId(ID_PREFIXES.plugin, change.nowMs);
  await insertPlugin(scope, {
    ...columns,
    id,
    name: manifest.name,
    marketplace_id: marketplaceId,
    display_name: null,
    description: null,
    created_at: change.nowMs,
  });
  const { name, policy, latest_version: version } = await readPlugin(scope, id);
  await auditChange(change, {
    event: 'plugin.created',
    resource: { type: 'plugin', id },
    changes: differences({}, { name, latest_version: version, policy, workspace_ids: workspaceIds }),
  });
  return readPlugin(scope, id);
}

type NewVersion = ReturnType<typeof columnsOf> & Pick<PluginRow, 'policy' | 'workspace_ids'>;

/** Throws 409 `resource_conflict` for a version that is not higher. */
async function addVersion(change: MutationContext, known: PluginRow, columns: NewVersion): Promise<Plugin> {
  const { scope } = change;
  if (compare(columns.latest_version, known.latest_version) <= 0)
    throw new ApiError('resource_conflict', {
      message: `The organization has version ${known.latest_version} of this plugin. Add a higher one.`,
    });
  await requireFreeName(scope, { ...known, workspace_ids: columns.workspace_ids });
  await updatePluginRow(scope, known.id, columns);
  await enqueueBlobRemoval(
    scope.db,
    { organizationId: scope.organizationId, keys: [known.blob_key] },
    change.nowMs,
  );
  const after = await readPlugin(scope, known.id);
  await auditChange(change, {
    event: 'plugin.updated',
    resource: { type: 'plugin', id: known.id },
    changes: changesOf(toPlugin(known), after),
  });
  return after;
}

function columnsOf({ blob, manifest }: ReceivedBundle, nowMs: number) {
  return {
    latest_version: manifest.version,
    manifest_display_name: manifest.display_name ?? null,
    manifest_description: manifest.description ?? null,
    blob_key: blob.key,
    bytes: blob.sizeBytes,
    updated_at: nowMs,
  };
}

/** What differs between two states of a plugin, for the audit log. */
export function changesOf(before: Plugin, after: Plugin) {
  const { updated_at: _at, ...rest } = after;
  return differences({ ...before }, rest);
}
