import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { FilePurpose, FileStatus } from '@svc/contract';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';
import { searchNames } from '../../strings/search-names.ts';

interface FilesSearch {
  readonly workspace?: string;
  readonly purpose?: FilePurpose;
  readonly status?: FileStatus;
}

const { filePurposes: purposes, fileStatuses: statuses } = searchNames;

function isIn<Known extends object>(known: Known, value: unknown): value is keyof Known {
  return typeof value === 'string' && Object.hasOwn(known, value);
}

export const filesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/files',
  validateSearch: ({ workspace, purpose, status }: Record<string, unknown>): FilesSearch => ({
    ...(typeof workspace === 'string' ? { workspace } : {}),
    ...(isIn(purposes, purpose) ? { purpose } : {}),
    ...(isIn(statuses, status) ? { status } : {}),
  }),
  beforeLoad: requirePermission('files.manage'),
  component: lazyRouteComponent(() => import('./files-page.tsx'), 'FilesPage'),
});
