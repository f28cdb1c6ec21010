import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import { configurationOptions } from '../../api/operator-configuration.ts';
import { operatorShellRoute } from '../../shell/operator-shell-route.ts';

export const operatorConfigurationRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/configuration',
  staticData: { page: { title: 'Configuration', icon: SlidersHorizontal, key: 'c' } },
  loader: ({ context }) => void context.queries.prefetchQuery(configurationOptions),
  component: lazyRouteComponent(
    () => import('./operator-configuration-page.tsx'),
    'OperatorConfigurationPage',
  ),
});
