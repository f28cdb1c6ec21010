import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Workspace, WorkspaceMember, WorkspaceSearch } from '@svc/contract';
import { sortQuery, type SortName } from '../ui/sort-name.ts';
import { admin, call } from './console-api.ts';
import { listOptions, type ListPage } from './pages.ts';
import { meOptions } from './session.ts';

const WORKSPACES = ['workspaces'] as const;

export type WorkspaceSort = SortName<WorkspaceSearch['sort']>;

export interface WorkspaceFilters {
  readonly search?: string | undefined;
  readonly withArchived: boolean;
  readonly sort: WorkspaceSort;
}

export const workspaceList = ({ search, withArchived, sort }: WorkspaceFilters) =>
  listOptions<Workspace>([...WORKSPACES, 'list', search, withArchived, sort], (page, { signal }) =>
    call<ListPage<Workspace>>('GET', '/search/workspaces', {
      query: { search, include_archived: String(withArchived), ...sortQuery(sort), ...page },
      signal,
    }),
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
