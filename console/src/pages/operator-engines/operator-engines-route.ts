import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Cpu } from 'lucide-react';
import { trafficOptions } from '../../api/operator-health.ts';
import { nodeStateOptions } from '../../api/operator-engines.ts';
import { operatorShellRoute } from '../../shell/operator-shell-route.ts';
import { nameIn, searchParser } from '../../shell/search-parser.ts';
import { searchNames } from '../../strings/search-names.ts';

const parseSearch = searchParser({ span: nameIn(searchNames.trafficSpans) });

export const operatorEnginesRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/engines',
  staticData: { page: { title: 'Engines and models', icon: Cpu, key: 'e' } },
  validateSearch: parseSearch,
  loaderDeps: ({ search: { span = '1h' } }) => ({ span }),
  loader: ({ context: { queries }, deps: { span } }) => {
    void queries.prefetchQuery(nodeStateOptions);
    void queries.prefetchQuery(trafficOptions(span, 'route'));
  },
  component: lazyRouteComponent(() => import('./operator-engines-page.tsx'), 'OperatorEnginesPage'),
});
