import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requestList, requestOptions, type LatestTime, type RequestFilters } from '../../api/requests.ts';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';
import { searchNames } from '../../strings/search-names.ts';

const TEXTS = [
  'status',
  'code',
  'model',
  'key',
  'person',
  'workspace',
] as const satisfies readonly (keyof RequestFilters)[];
const TIMES = ['from', 'to'] as const;
const { latestTimes, outcomes } = searchNames;
const HTTP_STATUS = /^[1-5]\d\d$/;
const AMOUNT = /^\d{1,7}(\.\d{1,9})?$/;

function isFilter(name: keyof RequestFilters, value: string): boolean {
  if (name === 'status') return value in outcomes || HTTP_STATUS.test(value);
  if (name === 'latest') return value in latestTimes;
  if (name === 'cost') return AMOUNT.test(value) && Number(value) > 0;
  if (TIMES.some((time) => time === name)) return !Number.isNaN(Date.parse(value));
  return value !== '';
}

/** What an address or a form means, by the names of the filters; what makes no sense is no filter. */
export function requestFilters(valueOf: (name: string) => unknown): RequestFilters {
  const given = [...TEXTS, ...TIMES, 'latest', 'cost'] as const;
  const filters = given.flatMap((name) => {
    const value = valueOf(name);
    // The router reads what looks like a number as one.
    const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
    return isFilter(name, text) ? [[name, text]] : [];
  });
  return Object.fromEntries(filters) as RequestFilters & { readonly latest?: LatestTime };
}

export const requestsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/requests',
  validateSearch: (search: Record<string, unknown>) => requestFilters((name) => search[name]),
  beforeLoad: requirePermission('usage.read'),
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
