import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.tsx';

export const operatorSetUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operator/set-up',
  component: lazyRouteComponent(() => import('./operator-set-up-page.tsx'), 'OperatorSetUpPage'),
});
