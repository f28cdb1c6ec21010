import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Layers } from 'lucide-react';
import { nameIn, searchParser, text } from '../../shell/search-parser.ts';
import { guardedPage, requirePermission, shellRoute } from '../../shell/shell-route.ts';
import { searchNames } from '../../strings/search-names.ts';

const parseSearch = searchParser({ workspace: text, status: nameIn(searchNames.batchStatuses) });

export const batchesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/batches',
  validateSearch: parseSearch,
  ...guardedPage({ title: 'Batches', icon: Layers, key: 'b', group: 'build', permission: 'batches.manage' }),
  component: lazyRouteComponent(() => import('./batches-page.tsx'), 'BatchesPage'),
});

const parseBatchSearch = searchParser({ workspace: text });

export const batchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/batches/$batchId',
  validateSearch: parseBatchSearch,
  beforeLoad: requirePermission('batches.manage'),
  component: lazyRouteComponent(() => import('./batch-page.tsx'), 'BatchPage'),
});
