import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Workspace, WorkspaceMember } from '@svc/contract';
import { admin } from './console-api.ts';
import { listOptions } from './pages.ts';
import { meOptions } from './session.ts';

const WORKSPACES = ['workspaces'] as const;

export const workspaceList = (includeArchived: boolean) =>
  listOptions<Workspace>([...WORKSPACES, 'list', includeArchived], (page, options) =>
    admin.listWorkspaces({ ...page, include_archived: includeArchived }, options),
  );

export const workspaceOptions = (id: string) =>
  queryOptions({
    queryKey: [...WORKSPACES, 'one', id],
    queryFn: ({ signal }) => admin.readWorkspace(id, { signal }),
  });

export const workspaceMemberList = (id: string) =>
  listOptions<WorkspaceMember>([...WORKSPACES, 'members', id], (page, options) =>
    admin.listWorkspaceMembers(id, page, options),
  );

export const workspaceLimitsOptions = (id: string) =>
  queryOptions({
    queryKey: [...WORKSPACES, 'limits', id],
    queryFn: ({ signal }) => admin.readWorkspaceRateLimits(id, { signal }),
  });

/** After a change: what forms choose from comes with the person. */
export async function refreshWorkspaces(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: WORKSPACES }),
    queries.invalidateQueries(meOptions),
  ]);
}
