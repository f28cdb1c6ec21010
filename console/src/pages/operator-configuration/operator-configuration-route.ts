import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { configurationOptions } from '../../api/operator-configuration.ts';
import { operatorShellRoute } from '../../shell/operator-shell-route.ts';

export const operatorConfigurationRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/configuration',
  loader: ({ context }) => void context.queries.prefetchQuery(configurationOptions),
  component: lazyRouteComponent(
    () => import('./operator-configuration-page.tsx'),
    'OperatorConfigurationPage',
  ),
});
