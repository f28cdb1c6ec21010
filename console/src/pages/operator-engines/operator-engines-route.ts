import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { trafficOptions, type TrafficSpan } from '../../api/operator-health.ts';
import { nodeStateOptions } from '../../api/operator.ts';
import { operatorShellRoute } from '../../shell/operator-shell-route.ts';
import { searchNames } from '../../strings/search-names.ts';

export const operatorEnginesRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/engines',
  validateSearch: ({ span }: Record<string, unknown>): { readonly span?: TrafficSpan } =>
    typeof span === 'string' && span in searchNames.trafficSpans ? { span: span as TrafficSpan } : {},
  loaderDeps: ({ search: { span = '1h' } }) => ({ span }),
  loader: ({ context: { queries }, deps: { span } }) => {
    void queries.prefetchQuery(nodeStateOptions);
    void queries.prefetchQuery(trafficOptions(span, 'route'));
  },
  component: lazyRouteComponent(() => import('./operator-engines-page.tsx'), 'OperatorEnginesPage'),
});
