import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { managedOrganizationList, managedOrganizationOptions } from '../../api/operator-organizations.ts';
import { operatorShellRoute } from '../../shell/operator-shell-route.ts';
import { searchParser, text } from '../../shell/search-parser.ts';

const parseSearch = searchParser({ search: text });

export const operatorOrganizationsRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator',
  staticData: { page: { title: 'Organizations', icon: Building2, key: 'o' } },
  validateSearch: parseSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    void context.queries.prefetchInfiniteQuery(managedOrganizationList(deps.search)),
  component: lazyRouteComponent(
    () => import('./operator-organizations-page.tsx'),
    'OperatorOrganizationsPage',
  ),
});

export const operatorOrganizationRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/organizations/$organizationId',
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(managedOrganizationOptions(params.organizationId)),
  component: lazyRouteComponent(() => import('./operator-organization-page.tsx'), 'OperatorOrganizationPage'),
});
