import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import {
  nodesOptions,
  trafficOptions,
  type TrafficSpan,
  type TrafficSplit,
} from '../../api/operator-health.ts';
import { queuesOptions } from '../../api/operator-queues.ts';
import { operatorShellRoute } from '../../shell/operator-shell-route.ts';
import { searchNames } from '../../strings/search-names.ts';

export type Percentile = 'p50_ms' | 'p95_ms' | 'p99_ms';

/** What the page shows. */
export interface NowView {
  readonly span: TrafficSpan;
  readonly by: TrafficSplit;
  readonly latency: Percentile;
}

function isOneOf<Name extends string>(names: Readonly<Record<Name, unknown>>, value: unknown): value is Name {
  return typeof value === 'string' && value in names;
}

function search({ span, by, latency }: Record<string, unknown>): Partial<NowView> {
  return {
    ...(isOneOf(searchNames.trafficSpans, span) ? { span } : {}),
    ...(isOneOf(searchNames.trafficSplits, by) ? { by } : {}),
    ...(isOneOf(searchNames.percentiles, latency) ? { latency } : {}),
  };
}

export const operatorNowRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/now',
  validateSearch: search,
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
