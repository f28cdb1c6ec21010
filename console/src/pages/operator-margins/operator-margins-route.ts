import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';
import {
  marginOptions,
  organizationMarginList,
  type MarginOrder,
  type MarginTime,
} from '../../api/operator-margins.ts';
import { operatorShellRoute } from '../../shell/operator-shell-route.ts';
import { day, nameIn, searchParser } from '../../shell/search-parser.ts';
import { searchNames } from '../../strings/search-names.ts';

/** What the page shows. */
export interface MarginView {
  readonly time: MarginTime;
  readonly sort: MarginOrder;
}

/** Left out: the month that runs, most retail first. */
const parseSearch = searchParser({
  period: nameIn(searchNames.marginPeriods),
  start: day,
  sort: nameIn(searchNames.marginOrders),
});

export const operatorMarginsRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/margins',
  staticData: { page: { title: 'Margins', icon: ChartColumn, key: 'm' } },
  validateSearch: parseSearch,
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
