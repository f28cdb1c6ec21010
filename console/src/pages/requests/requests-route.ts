import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requestOptions } from '../../api/requests.ts';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';

export const requestsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/requests',
  validateSearch: ({ id }: Record<string, unknown>): { readonly id?: string } =>
    typeof id === 'string' && id !== '' ? { id } : {},
  beforeLoad: requirePermission('usage.read'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { id } }) =>
    void (id !== undefined && context.queries.prefetchQuery(requestOptions(id))),
  component: lazyRouteComponent(() => import('./requests-page.tsx'), 'RequestsPage'),
});
