import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { directoryGroupList, directoryTokensOptions } from '../../api/directory-sync.ts';
import { guardedPage, shellRoute } from '../../shell/shell-route.ts';

export const directorySyncRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/directory-sync',
  ...guardedPage({
    title: 'Directory sync',
    icon: Users,
    key: 'j',
    group: 'organization',
    permission: 'owners.manage',
  }),
  loader: async ({ context: { queries } }) => {
    void queries.prefetchInfiniteQuery(directoryGroupList());
    await queries.ensureQueryData(directoryTokensOptions);
  },
  component: lazyRouteComponent(() => import('./directory-sync-page.tsx'), 'DirectorySyncPage'),
});
