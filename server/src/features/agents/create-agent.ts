import {
  ApiError,
  ID_PREFIXES,
  type Agent,
  type AgentCreation,
  type AgentDefinition,
  type LimitValues,
} from '@svc/contract';
import type { MutationContext } from '#features/audit';
import type { ResourceCaller } from '#features/module';
import { newId } from '#kit';
import { auditAgent } from './audit-agent.ts';
import { checkDefinition, type DefinitionDeps } from './definition/check-definition.ts';
import { mergeDefinition } from './definition/merge-definition.ts';
import { readAgent } from './read-agents.ts';
import { countAgents, insertAgent } from './store/agents.ts';
import { insertVersion } from './store/versions.ts';

/** An agent in version 1 (AGENT-01). */
export async function createAgent(
  change: MutationContext,
  body: AgentCreation,
  caller: ResourceCaller,
  deps: DefinitionDeps,
): Promise<Agent> {
  const { nowMs, userId } = change;
  const { workspace } = caller;
  const definition = mergeDefinition(emptyDefinition(deps.limits()), body);
  await checkDefinition(change, caller, definition, deps);
  if ((await countAgents(workspace)) >= deps.limits().agents_per_workspace)
    throw new ApiError('agent_limit_reached');
  const id = newId(ID_PREFIXES.agent, nowMs);
  await insertAgent(workspace, {
    id,
    name: definition.name,
    version: 1,
    user_id: userId,
    archived_at: null,
    created_at: nowMs,
    updated_at: nowMs,
  });
  const text = JSON.stringify(definition);
  await insertVersion(workspace, { agent_id: id, number: 1, definition: text, created_at: nowMs });
  await auditAgent(change, workspace, 'agent.created', { id, after: { ...definition, version: 1 } });
  return readAgent(workspace, id, {});
}

/** What an agent is that sets nothing, in the order in which its fields are shown. */
function emptyDefinition({ rounds_per_turn_default: rounds }: LimitValues): AgentDefinition {
  return {
    name: '',
    description: null,
    model: '',
    system: null,
    tools: [],
    mcp_servers: [],
    skills: [],
    reasoning: null,
    context_management: null,
    response_format: null,
    max_output_tokens: null,
    max_rounds: rounds,
    approval_timeout_s: null,
    metadata: {},
  };
}
