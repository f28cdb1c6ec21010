import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { adminKeyList } from '../../api/admin-keys.ts';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';

export const adminKeysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admin-keys',
  beforeLoad: requirePermission('admin_keys.manage'),
  loader: ({ context }) => void context.queries.prefetchInfiniteQuery(adminKeyList()),
  component: lazyRouteComponent(() => import('./admin-keys-page.tsx'), 'AdminKeysPage'),
});
