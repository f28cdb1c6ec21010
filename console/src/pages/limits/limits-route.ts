import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import { limitUseOptions } from '../../api/limit-use.ts';
import { meOptions } from '../../api/session.ts';
import { oneOf, searchParser, text } from '../../shell/search-parser.ts';
import { guardedPage, shellRoute } from '../../shell/shell-route.ts';

/** Without a workspace: limits of the organization, or of the first workspace for who does not see them. */
const parseSearch = searchParser({ tab: oneOf(['spend']), workspace: text });

export const limitsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/limits',
  validateSearch: parseSearch,
  ...guardedPage({
    title: 'Limits',
    icon: SlidersHorizontal,
    key: 'l',
    group: 'money',
    permission: 'workspace_limits.read',
  }),
  loader: async ({ context: { queries } }) => {
    const { permissions } = await queries.ensureQueryData(meOptions);
    if (permissions['limits.read']) void queries.prefetchQuery(limitUseOptions(undefined));
  },
  component: lazyRouteComponent(() => import('./limits-page.tsx'), 'LimitsPage'),
});
