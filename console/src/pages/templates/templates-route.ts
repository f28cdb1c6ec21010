import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';

/** The workspace that is looked at; the default one when left out. */
interface TemplatesSearch {
  readonly workspace?: string;
}

const validateSearch = ({ workspace }: Record<string, unknown>): TemplatesSearch =>
  typeof workspace === 'string' ? { workspace } : {};

export const templatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/templates',
  validateSearch,
  beforeLoad: requirePermission('prompts.manage'),
  component: lazyRouteComponent(() => import('./templates-page.tsx'), 'TemplatesPage'),
});

export const templateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/templates/$template',
  validateSearch,
  beforeLoad: requirePermission('prompts.manage'),
  component: lazyRouteComponent(() => import('./template-page.tsx'), 'TemplatePage'),
});
