import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { operatorAccounts } from '../../api/operator-resources.ts';
import { operatorShellRoute } from '../../shell/operator-shell-route.ts';

export const operatorAccountsRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/operators',
  loader: ({ context }) => void context.queries.prefetchInfiniteQuery(operatorAccounts()),
  component: lazyRouteComponent(() => import('./operator-accounts-page.tsx'), 'OperatorAccountsPage'),
});
