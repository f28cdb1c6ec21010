import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';

/** What one comes to try: a reference of a template, in its workspace. */
interface PlaygroundSearch {
  readonly workspace?: string;
  readonly template?: string;
}

export const playgroundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/playground',
  validateSearch: ({ workspace, template }: Record<string, unknown>): PlaygroundSearch => ({
    ...(typeof workspace === 'string' ? { workspace } : {}),
    ...(typeof template === 'string' ? { template } : {}),
  }),
  beforeLoad: requirePermission('playground.use'),
  component: lazyRouteComponent(() => import('./playground-page.tsx'), 'PlaygroundPage'),
});
