import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { operatorAccountList } from '../../api/operator-accounts.ts';
import { operatorShellRoute } from '../../shell/operator-shell-route.ts';

export const operatorAccountsRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/operators',
  staticData: { page: { title: 'Operators', icon: Users, key: 'p' } },
  loader: ({ context }) => void context.queries.prefetchInfiniteQuery(operatorAccountList()),
  component: lazyRouteComponent(() => import('./operator-accounts-page.tsx'), 'OperatorAccountsPage'),
});
