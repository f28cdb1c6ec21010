import type { LimitValues } from '@svc/contract';
import type { ModelCatalog } from '#features/models';
import { Created, type Module, type WorkspaceHandlers } from '#features/module';
import { createAgent } from './create-agent.ts';
import { archiveAgent, deleteAgent } from './end-agent.ts';
import { listAgents, listAgentVersions, readAgent } from './read-agents.ts';
import { agentNames, hasAgents } from './store/agents.ts';
import { updateAgent } from './update-agent.ts';

export interface AgentsModuleDeps {
  readonly catalog: () => ModelCatalog;
  readonly limits: () => LimitValues;
}

export function agentsModule({ catalog, limits }: AgentsModuleDeps) {
  const deps = { catalog, limits };
  return {
    workspace: {
      createAgent: async (change, { body }, caller) =>
        new Created(await createAgent(change, body, caller, deps)),
      listAgents: (scope, { query }) => listAgents(scope, query),
      readAgent: (scope, { params, query }) => readAgent(scope, params.agent_id, query),
      updateAgent: (change, { params, body }, caller) =>
        updateAgent(change, params.agent_id, body, caller, deps),
      listAgentVersions: (scope, { params, query }) => listAgentVersions(scope, params.agent_id, query),
      archiveAgent: (change, { params }, caller) => archiveAgent(change, params.agent_id, caller),
      deleteAgent: (change, { params }, caller) => deleteAgent(change, params.agent_id, caller),
    } satisfies Partial<WorkspaceHandlers>,
    names: [agentNames],
    holdsContent: hasAgents,
  } satisfies Module;
}
