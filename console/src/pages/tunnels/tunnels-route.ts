import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Cable } from 'lucide-react';
import { tunnelOptions } from '../../api/tunnels.ts';
import { searchParser, text } from '../../shell/search-parser.ts';
import { guardedPage, requirePermission, shellRoute } from '../../shell/shell-route.ts';

const parseSearch = searchParser({ workspace: text });

export const tunnelsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tunnels',
  validateSearch: parseSearch,
  ...guardedPage({ title: 'Tunnels', icon: Cable, key: 't', group: 'build', permission: 'tunnels.manage' }),
  component: lazyRouteComponent(() => import('./tunnels-page.tsx'), 'TunnelsPage'),
});

export const tunnelRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tunnels/$workspaceId/$tunnelId',
  beforeLoad: requirePermission('tunnels.manage'),
  loader: ({ context, params }) =>
    context.queries.ensureQueryData(tunnelOptions(params.workspaceId, params.tunnelId)),
  component: lazyRouteComponent(() => import('./tunnel-page.tsx'), 'TunnelPage'),
});
