import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { inferenceHookOptions } from '../../api/inference-hook.ts';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';

export const inferenceHookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inference-hook',
  beforeLoad: requirePermission('organization.manage'),
  loader: ({ context }) => context.queries.ensureQueryData(inferenceHookOptions),
  component: lazyRouteComponent(() => import('./inference-hook-page.tsx'), 'InferenceHookPage'),
});
