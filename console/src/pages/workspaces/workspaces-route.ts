import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import {
  workspaceLimitsOptions,
  workspaceMemberList,
  workspaceOptions,
  type WorkspaceSort,
} from '../../api/workspaces.ts';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';
import { isSortName } from '../../ui/sort-name.ts';

export interface WorkspacesSearch {
  /** Words that are searched for. */
  readonly q?: string;
  readonly archived?: true;
  readonly sort?: WorkspaceSort;
}

const SORTS = ['name', 'created_at'] as const;

export const workspacesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workspaces',
  validateSearch: ({ q, archived, sort }: Record<string, unknown>): WorkspacesSearch => ({
    // The router reads what looks like a number as one.
    ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q) } : {}),
    ...(archived === true ? { archived } : {}),
    ...(isSortName(SORTS, sort) ? { sort } : {}),
  }),
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
