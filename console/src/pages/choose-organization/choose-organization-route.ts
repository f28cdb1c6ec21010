import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { readSignIn } from '../../api/sign-in.ts';
import { hasCode } from '../../api/failure.ts';
import { rootRoute } from '../../shell/root-route.tsx';

/** For people who are signed in and in no organization: they left the one they were in, or it is gone. */
export const chooseOrganizationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/choose-organization',
  loader: async () => {
    try {
      return await readSignIn();
    } catch (cause) {
      if (hasCode(cause, 'session_required')) throw redirect({ to: '/sign-in' });
      throw cause;
    }
  },
  component: lazyRouteComponent(() => import('./choose-organization-page.tsx'), 'ChooseOrganizationPage'),
});
