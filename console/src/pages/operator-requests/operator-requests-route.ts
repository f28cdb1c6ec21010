import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { anyRequestOptions } from '../../api/operator.ts';
import { operatorShellRoute } from '../../shell/operator-shell-route.ts';

export const operatorRequestsRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/requests',
  component: lazyRouteComponent(() => import('./operator-requests-page.tsx'), 'OperatorRequestsPage'),
});

export const operatorRequestRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/requests/$requestId',
  loader: ({ context, params }) => void context.queries.prefetchQuery(anyRequestOptions(params.requestId)),
  component: lazyRouteComponent(() => import('./operator-request-page.tsx'), 'OperatorRequestPage'),
});
