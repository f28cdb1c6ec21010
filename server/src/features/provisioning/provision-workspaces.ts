import type { ProvisionedRateLimit, ProvisionedWorkspace } from '#config';
import { replaceRateOverrides, type RateOverride } from '#features/rate-limits';
import { setModelAllowlist } from '#features/models';
import {
  DEFAULT_WORKSPACE_NAME,
  insertWorkspace,
  findWorkspaces,
  updateWorkspaceIps,
  type Workspace,
} from '#features/workspaces';
import { ipEntries, type ProvisionScope } from './provision-scope.ts';
import { provisionSpendLimit } from './provision-spend-limits.ts';

/** Makes missing workspaces, and the Default one whether the file names it or not. */
export async function provisionWorkspaces(
  scope: ProvisionScope,
  workspaces: readonly ProvisionedWorkspace[],
): Promise<void> {
  const existing = new Map(
    (await findWorkspaces(scope.trx, scope.organizationId)).map((workspace) => [
      workspace.name.toLowerCase(),
      workspace,
    ]),
  );
  const named = workspaces.some((workspace) => isDefault(workspace.name));
  for (const workspace of named ? workspaces : [{ name: DEFAULT_WORKSPACE_NAME }, ...workspaces]) {
    await provisionWorkspace(scope, workspace, existing.get(workspace.name.toLowerCase()));
  }
  for (const [name, workspace] of existing) scope.workspaceIds.set(name, workspace.id);
}

function isDefault(name: string): boolean {
  return name.toLowerCase() === DEFAULT_WORKSPACE_NAME.toLowerCase();
}

async function provisionWorkspace(
  scope: ProvisionScope,
  workspace: ProvisionedWorkspace,
  found: Workspace | undefined,
): Promise<void> {
  const { name, models, rate_limits: rateLimits, spend_limit_usd: limit } = workspace;
  const allowedIps = ipEntries(scope, workspace.allowed_ips, `workspace "${name}"`);
  const label = `workspace "${name}" of "${scope.organization}"`;
  const id = found?.id ?? (await create(scope, name, allowedIps, label));
  scope.workspaceIds.set(name.toLowerCase(), id);
  if (limit !== undefined)
    await provisionSpendLimit(
      scope,
      { scope: 'workspace', workspaceId: id },
      limit,
      `spend limit of ${label}`,
    );
  if (found !== undefined && !scope.update) return;
  let changed = false;
  if (
    found !== undefined &&
    allowedIps !== undefined &&
    JSON.stringify(allowedIps) !== JSON.stringify(found.allowedIps)
  ) {
    await updateWorkspaceIps(scope.trx, id, allowedIps);
    changed = true;
  }
  const key = { organizationId: scope.organizationId, workspaceId: id };
  if (models !== undefined) changed = (await setModelAllowlist(scope.trx, { ...key, models })) || changed;
  if (rateLimits !== undefined)
    changed = (await replaceRateOverrides(scope.trx, key, rateLimits.map(toOverride))) || changed;
  if (changed && found !== undefined) scope.report.updated.push(label);
}

function toOverride(limit: ProvisionedRateLimit): RateOverride {
  return {
    model: limit.model,
    requestsPerMinute: limit.requests_per_minute ?? null,
    inputTokensPerMinute: limit.input_tokens_per_minute ?? null,
    outputTokensPerMinute: limit.output_tokens_per_minute ?? null,
  };
}

async function create(
  scope: ProvisionScope,
  name: string,
  allowedIps: readonly string[] | undefined,
  label: string,
): Promise<string> {
  const workspace = {
    organizationId: scope.organizationId,
    name,
    allowedIps: allowedIps ?? [],
    isDefault: isDefault(name),
  };
  scope.report.created.push(label);
  return insertWorkspace(scope.trx, workspace, scope.nowMs);
}
