import type { Agent, AgentDefinition } from '@svc/contract';
import { toTimestamp } from '#kit';
import type { AgentRow } from './store/agents.ts';
import type { VersionRow } from './store/versions.ts';

/** An agent as it is, or was, in one version. Whether it is archived is said of every version. */
export function toAgent(agent: AgentRow, version: VersionRow): Agent {
  return {
    id: agent.id,
    type: 'agent',
    ...definitionOf(version),
    version: version.number,
    workspace_id: agent.workspace_id,
    archived_at: agent.archived_at === null ? null : toTimestamp(agent.archived_at),
    created_at: toTimestamp(agent.created_at),
    updated_at: toTimestamp(version.number === agent.version ? agent.updated_at : version.created_at),
  };
}

/** It was checked when it was stored. */
export function definitionOf({ definition }: VersionRow): AgentDefinition {
  return JSON.parse(definition) as AgentDefinition;
}
