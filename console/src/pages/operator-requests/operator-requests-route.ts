import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { anyRequestOptions } from '../../api/operator.ts';
import { anyRequestList, type AnyRequestFilters } from '../../api/operator-requests.ts';
import { operatorShellRoute } from '../../shell/operator-shell-route.ts';
import { searchNames } from '../../strings/search-names.ts';

const FILTERS = ['status', 'code', 'model', 'engine', 'organization'] as const;
const HTTP_STATUS = /^[1-5]\d\d$/;

/** What an address or a form means; what makes no sense is no filter. */
export function anyRequestFilters(given: Readonly<Record<string, unknown>>): AnyRequestFilters {
  const filters = FILTERS.flatMap((name) => {
    const value = given[name];
    // The router reads what looks like a number as one.
    const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
    const isMeant = name === 'status' ? text in searchNames.outcomes || HTTP_STATUS.test(text) : text !== '';
    return isMeant ? [[name, text]] : [];
  });
  return Object.fromEntries(filters) as AnyRequestFilters;
}

export const operatorRequestsRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/requests',
  validateSearch: anyRequestFilters,
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
