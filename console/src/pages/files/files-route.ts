import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Files } from 'lucide-react';
import { nameIn, searchParser, text } from '../../shell/search-parser.ts';
import { guardedPage, shellRoute } from '../../shell/shell-route.ts';
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
  ...guardedPage({ title: 'Files', icon: Files, key: 'f', group: 'build', permission: 'files.manage' }),
  component: lazyRouteComponent(() => import('./files-page.tsx'), 'FilesPage'),
});
