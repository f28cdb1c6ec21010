import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { searchParser, text } from '../../shell/search-parser.ts';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';

/** The workspace that is looked at; the default one when left out. */
const parseSearch = searchParser({ workspace: text });

export const templatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/templates',
  validateSearch: parseSearch,
  beforeLoad: requirePermission('prompts.manage'),
  component: lazyRouteComponent(() => import('./templates-page.tsx'), 'TemplatesPage'),
});

export const templateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/templates/$template',
  validateSearch: parseSearch,
  beforeLoad: requirePermission('prompts.manage'),
  component: lazyRouteComponent(() => import('./template-page.tsx'), 'TemplatePage'),
});
