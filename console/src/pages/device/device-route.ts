import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../shell/shell-route.ts';

export const deviceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/device',
  validateSearch: (search: Record<string, unknown>): { readonly user_code?: string | undefined } => ({
    user_code: typeof search['user_code'] === 'string' ? search['user_code'] : undefined,
  }),
  component: lazyRouteComponent(() => import('./device-page.tsx'), 'DevicePage'),
});
