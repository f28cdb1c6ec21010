import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { hasCode } from '../api/failure.ts';
import { operatorOptions } from '../api/operator-session.ts';
import { FailedAlone, rootRoute } from './root-route.tsx';
import { Splash, SPLASH_AFTER_MS } from './splash.tsx';

/** Parent of every operator page. People who are not signed in as an operator are sent to the operator sign-in, even if they are signed in to the Console. */
export const operatorShellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'operator-shell',
  // The Console does not need it, and its first page would have to load it.
  component: lazyRouteComponent(() => import('./operator-shell.tsx'), 'OperatorShell'),
  pendingComponent: Splash,
  pendingMs: SPLASH_AFTER_MS,
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
