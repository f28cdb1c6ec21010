import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { BatchStatus } from '@svc/contract';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';
import { searchNames } from '../../strings/search-names.ts';

interface BatchesSearch {
  readonly workspace?: string;
  readonly status?: BatchStatus;
}

function isStatus(value: unknown): value is BatchStatus {
  return typeof value === 'string' && Object.hasOwn(searchNames.batchStatuses, value);
}

export const batchesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/batches',
  validateSearch: ({ workspace, status }: Record<string, unknown>): BatchesSearch => ({
    ...(typeof workspace === 'string' ? { workspace } : {}),
    ...(isStatus(status) ? { status } : {}),
  }),
  beforeLoad: requirePermission('batches.manage'),
  component: lazyRouteComponent(() => import('./batches-page.tsx'), 'BatchesPage'),
});

export const batchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/batches/$batchId',
  validateSearch: ({ workspace }: Record<string, unknown>): Pick<BatchesSearch, 'workspace'> =>
    typeof workspace === 'string' ? { workspace } : {},
  beforeLoad: requirePermission('batches.manage'),
  component: lazyRouteComponent(() => import('./batch-page.tsx'), 'BatchPage'),
});
