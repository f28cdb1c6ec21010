import { ApiError, type AgentDefinition, type LimitValues } from '@svc/contract';
import type { MutationContext } from '#features/audit';
import { findAllowedModels, isOpen, modelNotFound, type ModelCatalog } from '#features/models';
import type { ResourceCaller } from '#features/module';
import { findCurrentOrganization, requireAllowedServers } from '#features/organization';
import { findTunnelIds } from '#features/tunnels';
import type { ModelConfig } from '#config';
import { checkSupport } from './check-support.ts';
import { checkToolNames } from './check-tool-names.ts';

export interface DefinitionDeps {
  readonly catalog: () => ModelCatalog;
  readonly limits: () => LimitValues;
}

/**
 * What the schema cannot tell: whether names differ, and whether all that it names is there for the caller. Throws 400
 * `invalid_parameter` and `unsupported_parameter`, 403 `mcp_server_not_allowed`, 404 `model_not_found`, `tunnel_not_found`,
 * `skill_not_found`.
 */
export async function checkDefinition(
  { scope, nowMs }: MutationContext,
  { workspace, credential }: ResourceCaller,
  definition: AgentDefinition,
  { catalog, limits }: DefinitionDeps,
): Promise<void> {
  checkToolNames(definition);
  const allowed = await findAllowedModels(workspace);
  const view = { catalog: catalog(), credential, allowed, nowMs };
  checkSupport(definition, requireModel(view, definition.model), limits());
  const { mcp_servers: servers, skills } = definition;
  if (servers.length > 0) {
    const named = servers.map(({ url, tunnel_id: id }) => ({ url, tunnelId: id ?? undefined }));
    requireAllowedServers(named, await findCurrentOrganization(scope));
    await requireTunnels(workspace, servers);
  }
  if (skills.length > 0) throw new ApiError('skill_not_found', { param: 'skills[0].skill_id' });
}

/** A chat model of the caller's list (AGENT-04). */
function requireModel(view: Parameters<typeof isOpen>[0], id: string): ModelConfig {
  const model = view.catalog.find(id, view.nowMs);
  if (model?.kind !== 'chat' || !isOpen(view, model, false)) throw modelNotFound(view, model);
  return model;
}

async function requireTunnels(
  workspace: ResourceCaller['workspace'],
  servers: AgentDefinition['mcp_servers'],
): Promise<void> {
  const ids = servers.flatMap(({ tunnel_id: id }) => id ?? []);
  const known = await findTunnelIds(workspace, ids);
  const missing = servers.findIndex(({ tunnel_id: id }) => id !== null && !known.has(id));
  if (missing >= 0) throw new ApiError('tunnel_not_found', { param: `mcp_servers[${missing}].tunnel_id` });
}
