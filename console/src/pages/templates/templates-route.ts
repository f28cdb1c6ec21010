import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { searchParser, text } from '../../shell/search-parser.ts';
import { guardedPage, requirePermission, shellRoute } from '../../shell/shell-route.ts';

/** The workspace that is looked at; the default one when left out. */
const parseSearch = searchParser({ workspace: text });

export const templatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/templates',
  validateSearch: parseSearch,
  ...guardedPage({
    title: 'Prompt templates',
    icon: FileText,
    key: 'e',
    group: 'build',
    permission: 'prompts.manage',
  }),
  component: lazyRouteComponent(() => import('./templates-page.tsx'), 'TemplatesPage'),
});

export const templateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/templates/$template',
  validateSearch: parseSearch,
  beforeLoad: requirePermission('prompts.manage'),
  component: lazyRouteComponent(() => import('./template-page.tsx'), 'TemplatePage'),
});
