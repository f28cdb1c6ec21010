import { AGENT } from '../../resources/agent.ts';
import { deletion, listOf, pageQuery } from '../../schemas/administration/page.ts';
import {
  Agent,
  AGENT_READ_ONLY,
  agentCreation,
  agentListQuery,
  agentQuery,
  agentUpdate,
} from '../../schemas/agents/agent.ts';
import { workspaceOperation } from './workspace-operation.ts';

const PATH = '/v1/agents';
const ONE = `${PATH}/{agent_id}`;
const AGENTS = { tag: AGENT.tag, beta: 'agents-2026-11-01' } as const;
const READING = { ...AGENTS, permission: 'agents.read' } as const;
const MANAGING = { ...AGENTS, permission: 'agents.manage' } as const;
const NONE = 'agent_not_found';
/** What a definition can be refused for. */
const DEFINITION_ERRORS = [
  'model_not_found',
  'unsupported_parameter',
  'mcp_server_not_allowed',
  'tunnel_not_found',
  'skill_not_found',
  'agent_limit_reached',
] as const;

/** Rules AGENT. */
export const AGENT_OPERATIONS = [
  workspaceOperation({
    ...MANAGING,
    id: 'createAgent',
    method: 'POST',
    path: PATH,
    summary: 'Create an agent',
    body: agentCreation,
    readOnly: [...AGENT_READ_ONLY, 'version'],
    response: Agent,
    successStatuses: [201],
    errors: DEFINITION_ERRORS,
  }),
  workspaceOperation({
    ...READING,
    id: 'listAgents',
    method: 'GET',
    path: PATH,
    summary: 'List the agents of the workspace',
    query: agentListQuery,
    response: listOf(Agent),
  }),
  workspaceOperation({
    ...READING,
    id: 'readAgent',
    method: 'GET',
    path: ONE,
    summary: 'Read an agent, or one of its versions',
    query: agentQuery,
    response: Agent,
    errors: [NONE, 'agent_version_not_found'],
  }),
  workspaceOperation({
    ...MANAGING,
    id: 'updateAgent',
    method: 'PATCH',
    path: ONE,
    summary: 'Change an agent, which makes its next version',
    body: agentUpdate,
    readOnly: AGENT_READ_ONLY,
    response: Agent,
    errors: [NONE, ...DEFINITION_ERRORS, 'resource_conflict'],
  }),
  workspaceOperation({
    ...READING,
    id: 'listAgentVersions',
    method: 'GET',
    path: `${ONE}/versions`,
    summary: 'List the versions of an agent',
    query: pageQuery,
    response: listOf(Agent),
    errors: [NONE],
  }),
  workspaceOperation({
    ...MANAGING,
    id: 'archiveAgent',
    method: 'POST',
    path: `${ONE}/archive`,
    summary: 'Archive an agent',
    response: Agent,
    errors: [NONE],
  }),
  workspaceOperation({
    ...AGENTS,
    permission: 'agents.delete',
    id: 'deleteAgent',
    method: 'DELETE',
    path: ONE,
    summary: 'Delete an agent with all its versions',
    response: deletion('agent'),
    errors: [NONE, 'resource_conflict'],
  }),
] as const;
