import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { FileSearch } from 'lucide-react';
import { requestList, requestOptions } from '../../api/requests.ts';
import { guardedPage, requirePermission, shellRoute } from '../../shell/shell-route.ts';
import { parseRequestFilters } from '../../resources/requests/parse-request-filters.ts';

export const requestsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/requests',
  validateSearch: parseRequestFilters,
  ...guardedPage({ title: 'Requests', icon: FileSearch, key: 'r', group: 'money', permission: 'usage.read' }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchInfiniteQuery(requestList(deps)),
  component: lazyRouteComponent(() => import('./requests-page.tsx'), 'RequestsPage'),
});

export const requestRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/requests/$requestId',
  beforeLoad: requirePermission('usage.read'),
  loader: ({ context, params }) => void context.queries.prefetchQuery(requestOptions(params.requestId)),
  component: lazyRouteComponent(() => import('./request-page.tsx'), 'RequestPage'),
});
