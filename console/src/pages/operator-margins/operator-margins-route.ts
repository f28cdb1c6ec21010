import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import {
  marginOptions,
  organizationMarginList,
  type MarginOrder,
  type MarginTime,
} from '../../api/operator-margins.ts';
import { operatorShellRoute } from '../../shell/operator-shell-route.ts';
import { searchNames } from '../../strings/search-names.ts';

/** What the page shows. */
export interface MarginView {
  readonly time: MarginTime;
  readonly sort: MarginOrder;
}

interface MarginSearch {
  /** Absent: month. */
  readonly period?: MarginTime['period'];
  /** Absent: the period that runs. */
  readonly start?: string;
  /** Absent: retail. */
  readonly sort?: MarginOrder;
}

const DAY = /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

function isOneOf<Name extends string>(names: Readonly<Record<Name, unknown>>, value: unknown): value is Name {
  return typeof value === 'string' && value in names;
}

export const operatorMarginsRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/margins',
  validateSearch: ({ period, start, sort }: Record<string, unknown>): MarginSearch => ({
    ...(isOneOf(searchNames.marginPeriods, period) ? { period } : {}),
    ...(typeof start === 'string' && DAY.test(start) && !Number.isNaN(Date.parse(start)) ? { start } : {}),
    ...(isOneOf(searchNames.marginOrders, sort) ? { sort } : {}),
  }),
  loaderDeps: ({ search: { period = 'month', start, sort = 'retail' } }): MarginView => ({
    time: { period, start },
    sort,
  }),
  loader: ({ context: { queries }, deps: { time, sort } }) => {
    void queries.prefetchQuery(marginOptions(time));
    void queries.prefetchInfiniteQuery(organizationMarginList(time, sort));
  },
  component: lazyRouteComponent(() => import('./operator-margins-page.tsx'), 'OperatorMarginsPage'),
});
