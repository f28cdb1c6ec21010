import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.tsx';
import { oneOf, searchParser, text } from '../../shell/search-parser.ts';

/** What the service adds where a sign-in through an identity provider stops (D-SSO-12, D-SSO-18). */
const parseSearch = searchParser({
  next: text,
  return_to: text,
  step: oneOf(['code']),
  sso_error: oneOf(['sso_failed', 'sso_expired', 'sso_unavailable', 'sso_not_a_member', 'sso_disabled']),
});

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: parseSearch,
  component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
});
