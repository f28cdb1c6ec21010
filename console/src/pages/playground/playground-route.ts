import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';

/** What one comes to try: a model, or a reference of a template, in its workspace. */
interface PlaygroundSearch {
  readonly workspace?: string;
  readonly model?: string;
  readonly template?: string;
}

export const playgroundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/playground',
  validateSearch: ({ workspace, model, template }: Record<string, unknown>): PlaygroundSearch => ({
    ...(typeof workspace === 'string' ? { workspace } : {}),
    ...(typeof model === 'string' ? { model } : {}),
    ...(typeof template === 'string' ? { template } : {}),
  }),
  beforeLoad: requirePermission('playground.use'),
  component: lazyRouteComponent(() => import('./playground-page.tsx'), 'PlaygroundPage'),
});
