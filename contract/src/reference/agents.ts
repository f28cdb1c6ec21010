import type { AGENT_OPERATIONS } from '../operations/workspace/agents.ts';
import type { Agent } from '../schemas/agents/agent.ts';
import { AGENT_ID, WORKSPACE_ID } from './objects/ids.ts';
import { pageOf } from './objects/page-of.ts';
import type { References } from './operation-reference.ts';

const SYSTEM = 'You answer customers of Acme. Look up the order before you answer.';

const readOrder = {
  type: 'function',
  function: {
    name: 'read_order',
    description: 'Reads one order by its number.',
    parameters: { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] },
  },
} as const;

const agent: Agent = {
  id: AGENT_ID,
  type: 'agent',
  name: 'Support',
  description: null,
  model: 'Svc Standard',
  system: SYSTEM,
  tools: [readOrder],
  mcp_servers: [
    {
      name: 'tickets',
      url: 'https://tickets.example.com/mcp',
      tunnel_id: null,
      allowed_tools: ['search', 'reply'],
      permission: 'ask',
      required: false,
      retry_safe: false,
    },
  ],
  skills: [],
  reasoning: null,
  context_management: null,
  response_format: null,
  max_output_tokens: null,
  max_rounds: 50,
  approval_timeout_s: null,
  metadata: {},
  version: 1,
  workspace_id: WORKSPACE_ID,
  archived_at: null,
  created_at: '2026-11-19T09:00:00Z',
  updated_at: '2026-11-19T09:00:00Z',
};

const changed: Agent = {
  ...agent,
  system: `${SYSTEM} Be brief.`,
  version: 2,
  updated_at: '2026-11-20T09:00:00Z',
};

const ARCHIVED_AT = '2026-11-21T09:00:00Z';

export const AGENT_REFERENCES: References<typeof AGENT_OPERATIONS> = {
  createAgent: {
    description: `Creates an agent: a model with instructions and tools, under a name. It runs nothing by itself and holds no secret. Tokens of MCP servers belong in a
vault.

Functions are run by the caller. Built-in tools must be in \`capabilities.server_tools\` of the model. \`permission\` \`ask\` makes each call wait for an
approval; it is the default for MCP servers, whose tools can change at any time.`,
    body: {
      name: 'Support',
      model: 'Svc Standard',
      system: SYSTEM,
      tools: [readOrder],
      mcp_servers: [
        { name: 'tickets', url: 'https://tickets.example.com/mcp', allowed_tools: ['search', 'reply'] },
      ],
    },
    response: agent,
  },
  listAgents: {
    description:
      'The agents of the workspace, newest first, each in its current version. Archived ones only with `include_archived`.',
    response: pageOf(changed, AGENT_ID),
  },
  readAgent: {
    description: 'An agent in its current version, or in the one that `version` names.',
    response: changed,
  },
  updateAgent: {
    description: `Changes the fields that are sent and makes the next version. Lists replace the stored ones, and null clears a field. If nothing differs, the version stays
the same. Send \`version\` to change the agent only if nobody else did: another current version is 409 \`resource_conflict\`.`,
    body: { system: `${SYSTEM} Be brief.`, version: 1 },
    response: changed,
  },
  listAgentVersions: {
    description:
      'Every version of the agent, newest first. Versions never change. The cursors of this list are version numbers: send `last_id` as `after_id`.',
    response: { object: 'list', data: [changed, agent], has_more: false, first_id: '2', last_id: '1' },
  },
  archiveAgent: {
    description:
      'Archives an agent for good. It can be read, and no longer be changed or used by new sessions. Archiving it again changes nothing.',
    response: { ...changed, archived_at: ARCHIVED_AT, updated_at: ARCHIVED_AT },
  },
  deleteAgent: {
    description: 'Deletes an agent with all its versions. This cannot be undone.',
    response: { id: AGENT_ID, type: 'agent', deleted: true },
  },
};
