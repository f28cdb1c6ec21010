import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
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
import { testedConnection } from '../../api/single-sign-on.ts';
import { oneOf, searchParser } from '../../shell/search-parser.ts';
import { shellRoute } from '../../shell/shell-route.ts';

const parseSearch = searchParser({ sso_test: oneOf(['passed', 'failed']) });

export const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: parseSearch,
  // The service sends the browser here after a test of single sign-on.
  beforeLoad: ({ search }) => {
    if (search.sso_test === undefined) return;
    const connectionId = testedConnection();
    throw connectionId === undefined
      ? redirect({ to: '/single-sign-on', replace: true })
      : redirect({ to: '/single-sign-on/$connectionId', params: { connectionId }, replace: true });
  },
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
