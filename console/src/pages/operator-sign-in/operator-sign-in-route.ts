import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.tsx';

export const operatorSignInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operator/sign-in',
  component: lazyRouteComponent(() => import('./operator-sign-in-page.tsx'), 'OperatorSignInPage'),
});
