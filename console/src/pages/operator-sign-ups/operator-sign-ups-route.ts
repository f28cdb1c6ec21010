import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { SignUp } from '@svc/contract';
import { signUpList } from '../../api/operator-sign-ups.ts';
import { operatorShellRoute } from '../../shell/operator-shell-route.ts';

/** The tabs of the page, in their order. */
export const SIGN_UP_TABS = [
  'waiting',
  'approved',
  'completed',
  'refused',
] as const satisfies SignUp['status'][];

export const operatorSignUpsRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/sign-ups',
  validateSearch: ({ status }: Record<string, unknown>): { readonly status?: SignUp['status'] } => {
    const known = SIGN_UP_TABS.find((tab) => tab === status);
    return known === undefined ? {} : { status: known };
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    void context.queries.prefetchInfiniteQuery(signUpList(deps.status ?? 'waiting')),
  component: lazyRouteComponent(() => import('./operator-sign-ups-page.tsx'), 'OperatorSignUpsPage'),
});
