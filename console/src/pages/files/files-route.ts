import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { nameIn, searchParser, text } from '../../shell/search-parser.ts';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';
import { searchNames } from '../../strings/search-names.ts';

const parseSearch = searchParser({
  workspace: text,
  purpose: nameIn(searchNames.filePurposes),
  status: nameIn(searchNames.fileStatuses),
});

export const filesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/files',
  validateSearch: parseSearch,
  beforeLoad: requirePermission('files.manage'),
  component: lazyRouteComponent(() => import('./files-page.tsx'), 'FilesPage'),
});
