import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { workspaceLimitsOptions, workspaceMemberList, workspaceOptions } from '../../api/workspaces.ts';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';

export const workspacesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workspaces',
  validateSearch: ({ archived }: Record<string, unknown>): { readonly archived?: true } =>
    archived === true ? { archived } : {},
  beforeLoad: requirePermission('workspaces.run'),
  component: lazyRouteComponent(() => import('./workspaces-page.tsx'), 'WorkspacesPage'),
});

const TABS = ['settings', 'members', 'limits'] as const;
export type WorkspaceTab = (typeof TABS)[number];

export const workspaceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workspaces/$workspaceId',
  validateSearch: ({ tab }: Record<string, unknown>): { readonly tab?: WorkspaceTab } =>
    TABS.includes(tab as WorkspaceTab) ? { tab: tab as WorkspaceTab } : {},
  beforeLoad: requirePermission('workspaces.run'),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queries }, params: { workspaceId }, deps: { tab } }) => {
    if (tab === 'members') void queries.prefetchInfiniteQuery(workspaceMemberList(workspaceId));
    if (tab === 'limits') void queries.prefetchQuery(workspaceLimitsOptions(workspaceId));
    await queries.ensureQueryData(workspaceOptions(workspaceId));
  },
  component: lazyRouteComponent(() => import('./workspace-page.tsx'), 'WorkspacePage'),
});
