import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { entrancesOptions } from '../../api/sign-up.ts';
import { rootRoute } from '../../shell/root-route.tsx';

export const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-up',
  loader: ({ context }) => void context.queries.prefetchQuery(entrancesOptions),
  component: lazyRouteComponent(() => import('./sign-up-page.tsx'), 'SignUpPage'),
});

export const signUpLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-up/link',
  loader: ({ context }) => void context.queries.prefetchQuery(entrancesOptions),
  component: lazyRouteComponent(() => import('./sign-up-link-page.tsx'), 'SignUpLinkPage'),
});
