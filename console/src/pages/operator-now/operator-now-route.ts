import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Activity } from 'lucide-react';
import {
  nodesOptions,
  trafficOptions,
  type TrafficSpan,
  type TrafficSplit,
} from '../../api/operator-health.ts';
import { queuesOptions } from '../../api/operator-queues.ts';
import { operatorShellRoute } from '../../shell/operator-shell-route.ts';
import { nameIn, searchParser } from '../../shell/search-parser.ts';
import { searchNames } from '../../strings/search-names.ts';

export type Percentile = keyof typeof searchNames.percentiles;

/** What the page shows. */
export interface NowView {
  readonly span: TrafficSpan;
  readonly by: TrafficSplit;
  readonly latency: Percentile;
}

const parseSearch = searchParser({
  span: nameIn(searchNames.trafficSpans),
  by: nameIn(searchNames.trafficSplits),
  latency: nameIn(searchNames.percentiles),
});

export const operatorNowRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/now',
  staticData: { page: { title: 'Now', icon: Activity, key: 'n' } },
  validateSearch: parseSearch,
  loaderDeps: ({ search: { span = '1h', by = 'model', latency = 'p95_ms' } }): NowView => ({
    span,
    by,
    latency,
  }),
  loader: ({ context: { queries }, deps: { span, by } }) => {
    for (const split of new Set<TrafficSplit>([by, 'code']))
      void queries.prefetchQuery(trafficOptions(span, split));
    void queries.prefetchQuery(nodesOptions);
    void queries.prefetchQuery(queuesOptions);
  },
  component: lazyRouteComponent(() => import('./operator-now-page.tsx'), 'OperatorNowPage'),
});
