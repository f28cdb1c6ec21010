import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { operatorKeyList } from '../../api/operator-keys.ts';
import { operatorShellRoute } from '../../shell/operator-shell-route.ts';

export const operatorKeysRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/keys',
  staticData: { page: { title: 'Operator keys', icon: ShieldCheck, key: 'k' } },
  loader: ({ context }) => void context.queries.prefetchInfiniteQuery(operatorKeyList()),
  component: lazyRouteComponent(() => import('./operator-keys-page.tsx'), 'OperatorKeysPage'),
});
