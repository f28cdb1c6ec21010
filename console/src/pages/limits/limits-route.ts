import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rateLimitsOptions } from '../../api/limits.ts';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';

export const limitsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/limits',
  validateSearch: ({ tab }: Record<string, unknown>): { readonly tab?: 'spend' } =>
    tab === 'spend' ? { tab } : {},
  beforeLoad: requirePermission('limits.read'),
  loader: ({ context }) => void context.queries.prefetchQuery(rateLimitsOptions),
  component: lazyRouteComponent(() => import('./limits-page.tsx'), 'LimitsPage'),
});
