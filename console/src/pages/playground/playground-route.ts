import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { searchParser, text } from '../../shell/search-parser.ts';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';

/** What one comes to try: a model, or a reference of a template, in its workspace. */
const parseSearch = searchParser({ workspace: text, model: text, template: text });

export const playgroundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/playground',
  validateSearch: parseSearch,
  beforeLoad: requirePermission('playground.use'),
  component: lazyRouteComponent(() => import('./playground-page.tsx'), 'PlaygroundPage'),
});
