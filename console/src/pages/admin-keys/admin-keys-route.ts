import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { adminKeyList } from '../../api/admin-keys.ts';
import { guardedPage, shellRoute } from '../../shell/shell-route.ts';

export const adminKeysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/admin-keys',
  ...guardedPage({
    title: 'Admin keys',
    icon: ShieldCheck,
    key: 'd',
    group: 'organization',
    permission: 'admin_keys.manage',
  }),
  loader: ({ context }) => void context.queries.prefetchInfiniteQuery(adminKeyList()),
  component: lazyRouteComponent(() => import('./admin-keys-page.tsx'), 'AdminKeysPage'),
});
