import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/shell-route.ts';

export const pluginsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/plugins',
  component: lazyRouteComponent(() => import('./plugins-page.tsx'), 'PluginsPage'),
});
