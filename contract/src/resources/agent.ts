import { limit } from '../limits/limit.ts';
import { AGENT_ID } from '../reference/objects/ids.ts';
import { DELETED_BY_MAKERS, MANAGED_BY_DEVELOPERS, READ_BY_USERS } from './grants.ts';
import type { Resource } from './resource.ts';

/** Agents (rules AGENT). */
export const AGENT = {
  type: 'agent',
  kind: 'Agent',
  tag: 'Agents',
  ids: { agent: 'agent_' },
  errors: {
    agent_not_found: {
      status: 404,
      when: 'No such agent in the workspace of the key.',
      message: 'No agent with this id exists in the workspace. List the agents to find its id.',
    },
    agent_version_not_found: {
      status: 404,
      when: 'The agent has no such version.',
      message: 'The agent has no such version. List its versions to find their numbers.',
    },
    skill_not_found: {
      status: 404,
      when: 'An agent names a skill that is not in the workspace.',
      message: 'No skill with this id exists in the workspace. Remove it from the skills.',
    },
    agent_limit_reached: {
      status: 409,
      when: 'The workspace has the maximum number of agents, or the agent that of versions.',
      message:
        'The maximum number of agents of the workspace is reached. Archive or delete one and try again.',
    },
  },
  permissions: {
    'agents.read': { words: 'Read agents and their versions', ...READ_BY_USERS },
    'agents.manage': { words: 'Create, change and archive agents', ...MANAGED_BY_DEVELOPERS },
    'agents.delete': { words: 'Delete agents', ...DELETED_BY_MAKERS },
  },
  audit: {
    resources: {
      'agent.created': 'Agent created',
      'agent.updated': 'Agent changed',
      'agent.archived': 'Agent archived',
      'agent.deleted': 'Agent deleted',
    },
  },
  limits: {
    agents_per_workspace: limit(1000, 'Maximum agents of a workspace that are not archived.'),
    versions_per_agent: limit(1000, 'Maximum versions of an agent.'),
    tools_per_agent: limit(128, 'Maximum tools of an agent.'),
    mcp_servers_per_agent: limit(20, 'Maximum MCP servers of an agent.'),
    skills_per_agent: limit(20, 'Maximum skills of an agent.'),
    agent_name_characters: limit(100, 'Maximum length of the name of an agent.'),
    agent_description_characters: limit(1000, 'Maximum length of the description of an agent.'),
    agent_system_characters: limit(100_000, 'Maximum length of the instructions of an agent.'),
    rounds_per_turn: limit(200, 'Maximum model requests of one turn that an agent may set.'),
    rounds_per_turn_default: limit(50, 'Default maximum of model requests of one turn.'),
    approval_timeout_min_s: limit(60, 'Minimum time after which an agent denies a pending approval.'),
    approval_timeout_s: limit(604_800, 'Maximum time after which an agent denies a pending approval.'),
  },
  pathParameters: {
    agent_id: { description: 'Id of an agent.', example: AGENT_ID },
  },
} as const satisfies Resource;
