import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/root-route.tsx';
import { nameIn, oneOf, searchParser } from '../../shell/search-parser.ts';
import { operatorSignOnStrings } from '../../strings/operator-sign-on.ts';

const parseSearch = searchParser({
  sso_error: nameIn(operatorSignOnStrings.refusals),
  step: oneOf(['code']),
});

export const operatorSignInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operator/sign-in',
  validateSearch: parseSearch,
  component: lazyRouteComponent(() => import('./operator-sign-in-page.tsx'), 'OperatorSignInPage'),
});
