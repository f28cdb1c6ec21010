import { queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { Workspace, WorkspaceMember, WorkspaceSearch } from '@svc/contract';
import { sortQuery, type SortName } from './sort-name.ts';
import { call } from './console-api.ts';
import { listOptions, refreshAll } from './pages.ts';
import { meOptions } from './session.ts';

const WORKSPACES = ['workspaces'] as const;

export type WorkspaceSort = SortName<WorkspaceSearch['sort']>;

export interface WorkspaceFilters {
  readonly search?: string | undefined;
  readonly withArchived: boolean;
  readonly sort: WorkspaceSort;
}

export const workspaceList = ({ search, withArchived, sort }: WorkspaceFilters) =>
  listOptions<Workspace>([...WORKSPACES, 'list', search, withArchived, sort], (page, options) =>
    call('searchWorkspaces', {
      query: { search, include_archived: `${withArchived}`, ...sortQuery(sort), ...page },
      ...options,
    }),
  );

export const workspaceOptions = (id: string) =>
  queryOptions({
    queryKey: [...WORKSPACES, 'one', id],
    queryFn: ({ signal }) => call('readWorkspace', { path: { workspace_id: id }, signal }),
  });

export const workspaceMemberList = (id: string) =>
  listOptions<WorkspaceMember>([...WORKSPACES, 'members', id], (query, options) =>
    call('listWorkspaceMembers', { path: { workspace_id: id }, query, ...options }),
  );

export const workspaceLimitsOptions = (id: string) =>
  queryOptions({
    queryKey: [...WORKSPACES, 'limits', id],
    queryFn: ({ signal }) => call('readWorkspaceRateLimits', { path: { workspace_id: id }, signal }),
  });

/** What a change puts out of date: what forms choose from comes with the person. */
export const WORKSPACE_QUERIES: readonly QueryKey[] = [WORKSPACES, meOptions.queryKey];

export const refreshWorkspaces = (queries: QueryClient) => refreshAll(queries, WORKSPACE_QUERIES);
