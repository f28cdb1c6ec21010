import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Gauge } from 'lucide-react';
import { limitUseOptions } from '../../api/limit-use.ts';
import {
  anyColleagueOptions,
  anyKeyOptions,
  billingOptions,
  recentFailuresOptions,
  weekOptions,
} from '../../api/overview.ts';
import { meOptions } from '../../api/session.ts';
import { shellRoute } from '../../shell/shell-route.ts';

export const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  staticData: { page: { title: 'Overview', icon: Gauge, key: 'o' } },
  loader: async ({ context: { queries } }) => {
    const { permissions } = await queries.ensureQueryData(meOptions);
    if (permissions['usage.read']) {
      void queries.prefetchQuery(weekOptions);
      void queries.prefetchQuery(recentFailuresOptions);
    }
    if (permissions['limits.read']) void queries.prefetchQuery(limitUseOptions(undefined));
    if (permissions['billing.read']) void queries.prefetchQuery(billingOptions);
    if (permissions['api_keys.read']) void queries.prefetchQuery(anyKeyOptions);
    if (permissions['members.manage']) void queries.prefetchQuery(anyColleagueOptions);
  },
  component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
});
