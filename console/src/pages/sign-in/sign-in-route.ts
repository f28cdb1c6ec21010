import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.tsx';

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ next }: Record<string, unknown>): { readonly next?: string | undefined } => ({
    next: typeof next === 'string' ? next : undefined,
  }),
  component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
});
