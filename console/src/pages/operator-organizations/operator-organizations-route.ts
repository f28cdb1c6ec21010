import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { managedList, managedOptions } from '../../api/operator.ts';
import { operatorShellRoute } from '../../shell/operator-shell-route.ts';

export const operatorOrganizationsRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator',
  validateSearch: ({ search }: Record<string, unknown>): { readonly search?: string } => {
    // The router reads what looks like a number as one.
    const text = typeof search === 'number' ? String(search) : search;
    return typeof text === 'string' && text !== '' ? { search: text } : {};
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchInfiniteQuery(managedList(deps.search)),
  component: lazyRouteComponent(
    () => import('./operator-organizations-page.tsx'),
    'OperatorOrganizationsPage',
  ),
});

export const operatorOrganizationRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/organizations/$organizationId',
  loader: ({ context, params }) => void context.queries.prefetchQuery(managedOptions(params.organizationId)),
  component: lazyRouteComponent(() => import('./operator-organization-page.tsx'), 'OperatorOrganizationPage'),
});
