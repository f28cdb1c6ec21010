import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';

export const playgroundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/playground',
  beforeLoad: requirePermission('playground.use'),
  component: lazyRouteComponent(() => import('./playground-page.tsx'), 'PlaygroundPage'),
});
