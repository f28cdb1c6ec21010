import { ApiError, type Workspace, type WorkspaceUpdate } from '@svc/contract';
import { decimalToNanos, nanosToDecimal } from '#config';
import { auditChange, differences, type MutationContext } from '#features/audit';
import type { HoldsContent } from '#features/module';
import { isNameTaken, setWorkspace } from './store/administered-workspaces.ts';
import { acceptSettings, setWorkspaceCap, type WorkspaceRules } from './workspace-settings.ts';
import { readWorkspace, requireActiveWorkspace, toWorkspace } from './workspaces.ts';

/** Renames a workspace or changes its settings (D-WORK-2). An archived one stays as it is. */
export async function updateWorkspace(
  change: MutationContext,
  id: string,
  update: WorkspaceUpdate,
  { holdsContent, ...rules }: WorkspaceRules & { readonly holdsContent: HoldsContent },
): Promise<Workspace> {
  const { scope } = change;
  const settings = acceptSettings(update, rules);
  const before = toWorkspace(await requireActiveWorkspace(scope, id));
  if (settings.name !== undefined && (await isNameTaken(scope, settings.name, id)))
    throw new ApiError('name_taken', { param: 'name' });
  // D-WORK-3
  if (settings.data_region !== undefined && settings.data_region !== before.data_region) {
    if (await holdsContent(scope, id)) throw new ApiError('region_change_blocked', { param: 'data_region' });
  }
  const cap = update.spend_limit_usd;
  const spendLimit = typeof cap === 'string' ? nanosToDecimal(decimalToNanos(cap)) : cap;
  const changes = differences(before, { ...settings, spend_limit_usd: spendLimit });
  if (Object.keys(changes).length === 0) return before;
  if (Object.values(settings).some((value) => value !== undefined)) await setWorkspace(scope, id, settings);
  await setWorkspaceCap(change, id, cap);
  await auditChange(change, {
    event: 'workspace.updated',
    resource: { type: 'workspace', id },
    workspaceId: id,
    changes,
  });
  change.touchesCredentials = true;
  return readWorkspace(scope, id);
}
