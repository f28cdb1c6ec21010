import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { FileSearch } from 'lucide-react';
import { anyRequestOptions } from '../../api/operator-requests.ts';
import { anyRequestList } from '../../api/operator-requests.ts';
import { operatorShellRoute } from '../../shell/operator-shell-route.ts';
import { searchParser, text } from '../../shell/search-parser.ts';
import { requestStatus } from '../../resources/requests/parse-request-filters.ts';

/** What an address or a form means; what makes no sense is no filter. */
export const parseAnyRequestFilters = searchParser({
  status: requestStatus,
  code: text,
  model: text,
  engine: text,
  organization: text,
});

export const operatorRequestsRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/requests',
  staticData: { page: { title: 'Requests', icon: FileSearch, key: 'r' } },
  validateSearch: parseAnyRequestFilters,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchInfiniteQuery(anyRequestList(deps)),
  component: lazyRouteComponent(() => import('./operator-requests-page.tsx'), 'OperatorRequestsPage'),
});

export const operatorRequestRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/requests/$requestId',
  loader: ({ context, params }) => void context.queries.prefetchQuery(anyRequestOptions(params.requestId)),
  component: lazyRouteComponent(() => import('./operator-request-page.tsx'), 'OperatorRequestPage'),
});
