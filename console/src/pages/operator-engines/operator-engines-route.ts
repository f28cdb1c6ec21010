import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { nodeStateOptions } from '../../api/operator.ts';
import { operatorShellRoute } from '../../shell/operator-shell-route.ts';

export const operatorEnginesRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/engines',
  loader: ({ context }) => void context.queries.prefetchQuery(nodeStateOptions),
  component: lazyRouteComponent(() => import('./operator-engines-page.tsx'), 'OperatorEnginesPage'),
});
