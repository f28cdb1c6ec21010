import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Boxes } from 'lucide-react';
import { workspaceLimitsOptions, workspaceMemberList, workspaceOptions } from '../../api/workspaces.ts';
import { flag, oneOf, searchParser, sortBy, text } from '../../shell/search-parser.ts';
import { guardedPage, requirePermission, shellRoute } from '../../shell/shell-route.ts';

const parseSearch = searchParser({
  /** Words that are searched for. */
  q: text,
  archived: flag,
  sort: sortBy(['name', 'created_at']),
});
export type WorkspacesSearch = ReturnType<typeof parseSearch>;

export const workspacesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workspaces',
  validateSearch: parseSearch,
  ...guardedPage({
    title: 'Workspaces',
    icon: Boxes,
    key: 'c',
    group: 'organization',
    permission: 'workspaces.run',
  }),
  component: lazyRouteComponent(() => import('./workspaces-page.tsx'), 'WorkspacesPage'),
});

const TABS = ['settings', 'members', 'limits'] as const;
export type WorkspaceTab = (typeof TABS)[number];

const parseWorkspaceSearch = searchParser({ tab: oneOf(TABS) });

export const workspaceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workspaces/$workspaceId',
  validateSearch: parseWorkspaceSearch,
  beforeLoad: requirePermission('workspaces.run'),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queries }, params: { workspaceId }, deps: { tab } }) => {
    if (tab === 'members') void queries.prefetchInfiniteQuery(workspaceMemberList(workspaceId));
    if (tab === 'limits') void queries.prefetchQuery(workspaceLimitsOptions(workspaceId));
    await queries.ensureQueryData(workspaceOptions(workspaceId));
  },
  component: lazyRouteComponent(() => import('./workspace-page.tsx'), 'WorkspacePage'),
});
