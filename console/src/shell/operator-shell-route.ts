import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { hasCode } from '../api/failure.ts';
import { operatorOptions } from '../api/operator-session.ts';
import { FailedAlone, rootRoute } from './root-route.tsx';

/** Parent of every page of an operator. Whoever is not signed in as one is led there, whether or not they are in the Console. */
export const operatorShellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'operator-shell',
  // Nobody in the Console needs it, whose first page would have to load it.
  component: lazyRouteComponent(() => import('./operator-shell.tsx'), 'OperatorShell'),
  errorComponent: FailedAlone,
  beforeLoad: async ({ context }) => {
    try {
      await context.queries.ensureQueryData(operatorOptions);
    } catch (cause) {
      if (!hasCode(cause, 'session_required')) throw cause;
      throw redirect({ to: '/operator/sign-in' });
    }
  },
});
