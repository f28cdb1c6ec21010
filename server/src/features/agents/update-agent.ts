import { ApiError, type Agent, type AgentUpdate } from '@svc/contract';
import { differences, type MutationContext } from '#features/audit';
import type { ResourceCaller } from '#features/module';
import { definitionOf, toAgent } from './agent-object.ts';
import { auditAgent } from './audit-agent.ts';
import { checkDefinition, type DefinitionDeps } from './definition/check-definition.ts';
import { mergeDefinition } from './definition/merge-definition.ts';
import { readAgent, requireAgent, requireVersion } from './read-agents.ts';
import { updateAgentRow } from './store/agents.ts';
import { insertVersion } from './store/versions.ts';

/** The next version, unless nothing differs (AGENT-15 to AGENT-17). Every version is one that could be created at that time. */
export async function updateAgent(
  change: MutationContext,
  id: string,
  { version: base, ...update }: AgentUpdate,
  caller: ResourceCaller,
  deps: DefinitionDeps,
): Promise<Agent> {
  const { workspace } = caller;
  const { nowMs } = change;
  const agent = await requireAgent(workspace, id);
  if (agent.archived_at !== null)
    throw new ApiError('resource_conflict', {
      message: 'The agent is archived and cannot be changed. Create a new one.',
    });
  if (base !== undefined && base !== agent.version)
    throw new ApiError('resource_conflict', {
      param: 'version',
      message: `The current version of the agent is ${agent.version}. Read it and repeat the change.`,
    });
  const current = await requireVersion(workspace, agent, agent.version);
  const before = definitionOf(current);
  const after = mergeDefinition(before, update);
  await checkDefinition(change, caller, after, deps);
  if (Object.keys(differences(before, after)).length === 0) return toAgent(agent, current);
  const most = deps.limits().versions_per_agent;
  if (agent.version >= most)
    throw new ApiError('agent_limit_reached', {
      message: `The agent already has ${most} versions. Create a new agent.`,
    });
  const number = agent.version + 1;
  const text = JSON.stringify(after);
  await insertVersion(workspace, { agent_id: id, number, definition: text, created_at: nowMs });
  await updateAgentRow(workspace, id, { name: after.name, version: number, updated_at: nowMs });
  await auditAgent(change, workspace, 'agent.updated', {
    id,
    before: { ...before, version: agent.version },
    after: { ...after, version: number },
  });
  return readAgent(workspace, id, {});
}
