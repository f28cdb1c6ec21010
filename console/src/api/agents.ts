import { queryOptions } from '@tanstack/react-query';
import type { Agent } from '@svc/contract';
import { call } from './console-api.ts';
import { listOptions, readWhole } from './pages.ts';

/** Prefix of everything about agents in the cache. */
export const AGENTS = ['agents'] as const;

/** An agent by its workspace and its id. */
export type AgentName = Pick<Agent, 'id' | 'workspace_id'>;

export function agentPath({ id, workspace_id: workspaceId }: AgentName) {
  return { workspace_id: workspaceId, agent_id: id };
}

export function agentList(workspaceId: string, includeArchived = false) {
  return listOptions<Agent>([...AGENTS, workspaceId, 'list', includeArchived], (page, options) =>
    call('listAgents', {
      path: { workspace_id: workspaceId },
      query: { ...page, include_archived: String(includeArchived) as 'true' | 'false' },
      ...options,
    }),
  );
}

export function agentOptions(workspaceId: string, id: string) {
  return queryOptions({
    queryKey: [...AGENTS, workspaceId, 'one', id],
    queryFn: ({ signal }) =>
      call('readAgent', { path: agentPath({ id, workspace_id: workspaceId }), signal }),
  });
}

/** All versions, newest first. */
export function agentVersions(agent: Pick<Agent, 'id' | 'workspace_id' | 'version'>) {
  return queryOptions({
    queryKey: [...AGENTS, agent.workspace_id, 'versions', agent.id, agent.version],
    queryFn: ({ signal }) =>
      readWhole<Agent>(
        (query, options) => call('listAgentVersions', { path: agentPath(agent), query, ...options }),
        { signal },
      ),
  });
}
