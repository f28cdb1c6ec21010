import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { signUpList } from '../../api/operator-sign-ups.ts';
import { operatorShellRoute } from '../../shell/operator-shell-route.ts';
import { nameIn, searchParser } from '../../shell/search-parser.ts';
import { searchNames } from '../../strings/search-names.ts';

const parseSearch = searchParser({ status: nameIn(searchNames.signUpStatuses) });

export const operatorSignUpsRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/sign-ups',
  staticData: { page: { title: 'Sign-ups', icon: UserPlus, key: 's' } },
  validateSearch: parseSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    void context.queries.prefetchInfiniteQuery(signUpList(deps.status ?? 'waiting')),
  component: lazyRouteComponent(() => import('./operator-sign-ups-page.tsx'), 'OperatorSignUpsPage'),
});
