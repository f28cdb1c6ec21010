import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Cpu } from 'lucide-react';
import { oneOf, searchParser, text } from '../../shell/search-parser.ts';
import { guardedPage, requirePermission, shellRoute } from '../../shell/shell-route.ts';
import { FILTER_CAPABILITIES } from './model-filter.ts';

export const parseModelsSearch = searchParser({
  workspace: text,
  search: text,
  can: oneOf(FILTER_CAPABILITIES),
});

export const modelsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/models',
  validateSearch: parseModelsSearch,
  ...guardedPage({ title: 'Models', icon: Cpu, key: 'm', group: 'build', permission: 'playground.use' }),
  component: lazyRouteComponent(() => import('./models-page.tsx'), 'ModelsPage'),
});

const parseModelSearch = searchParser({ workspace: text });

export const modelRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/models/$modelId',
  validateSearch: parseModelSearch,
  beforeLoad: requirePermission('playground.use'),
  component: lazyRouteComponent(() => import('./model-page.tsx'), 'ModelPage'),
});
