import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Wallet } from 'lucide-react';
import { billingOptions, ledgerList } from '../../api/billing.ts';
import { oneOf, searchParser } from '../../shell/search-parser.ts';
import { guardedPage, shellRoute } from '../../shell/shell-route.ts';

const parseSearch = searchParser({ kind: oneOf(['usage', 'grant']) });

export const billingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/billing',
  validateSearch: parseSearch,
  ...guardedPage({
    title: 'Billing and credits',
    icon: Wallet,
    key: 'i',
    group: 'money',
    permission: 'billing.read',
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps: { kind } }) => {
    void queries.prefetchQuery(billingOptions);
    void queries.prefetchInfiniteQuery(ledgerList(kind));
  },
  component: lazyRouteComponent(() => import('./billing-page.tsx'), 'BillingPage'),
});
