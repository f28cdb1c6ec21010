import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { limitUseOptions } from '../../api/limit-use.ts';
import { meOptions } from '../../api/session.ts';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';

interface LimitsSearch {
  readonly tab?: 'spend';
  /** Absent: those of the organization, or of the first workspace for who does not see them. */
  readonly workspace?: string;
}

export const limitsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/limits',
  validateSearch: ({ tab, workspace }: Record<string, unknown>): LimitsSearch => ({
    ...(tab === 'spend' ? { tab } : {}),
    ...(typeof workspace === 'string' ? { workspace } : {}),
  }),
  beforeLoad: requirePermission('workspace_limits.read'),
  loader: async ({ context: { queries } }) => {
    const { permissions } = await queries.ensureQueryData(meOptions);
    if (permissions['limits.read']) void queries.prefetchQuery(limitUseOptions(undefined));
  },
  component: lazyRouteComponent(() => import('./limits-page.tsx'), 'LimitsPage'),
});
