import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ShieldQuestionMark } from 'lucide-react';
import { inferenceHookOptions } from '../../api/inference-hook.ts';
import { guardedPage, shellRoute } from '../../shell/shell-route.ts';

export const inferenceHookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inference-hook',
  ...guardedPage({
    title: 'Inference hook',
    icon: ShieldQuestionMark,
    key: 'v',
    group: 'organization',
    permission: 'organization.manage',
  }),
  loader: ({ context }) => context.queries.ensureQueryData(inferenceHookOptions),
  component: lazyRouteComponent(() => import('./inference-hook-page.tsx'), 'InferenceHookPage'),
});
