import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { billingOptions, ledgerList, type LedgerKind } from '../../api/billing.ts';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';

export const billingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/billing',
  validateSearch: ({ kind }: Record<string, unknown>): { readonly kind?: LedgerKind } =>
    kind === 'usage' || kind === 'grant' ? { kind } : {},
  beforeLoad: requirePermission('billing.read'),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, deps: { kind } }) => {
    void queries.prefetchQuery(billingOptions);
    void queries.prefetchInfiniteQuery(ledgerList(kind));
  },
  component: lazyRouteComponent(() => import('./billing-page.tsx'), 'BillingPage'),
});
