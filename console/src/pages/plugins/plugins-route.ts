import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Puzzle } from 'lucide-react';
import { shellRoute } from '../../shell/shell-route.ts';

export const pluginsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/plugins',
  staticData: { page: { title: 'Plugins', icon: Puzzle, key: 'n', group: 'build' } },
  component: lazyRouteComponent(() => import('./plugins-page.tsx'), 'PluginsPage'),
});
