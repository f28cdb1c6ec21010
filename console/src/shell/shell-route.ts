import { createRoute, notFound, redirect } from '@tanstack/react-router';
import type { Permission } from '@svc/contract';
import { hasCode } from '../api/failure.ts';
import { forgetPerson } from '../api/kept-content.ts';
import { meOptions } from '../api/session.ts';
import type { PageRow } from '../ui/page-row.ts';
import { FailedAlone, rootRoute, type RouteContext } from './root-route.tsx';
import { Shell } from './shell.tsx';
import { Splash, SPLASH_AFTER_MS } from './splash.tsx';

/** Parent of every page for signed-in people. Others are sent to sign-in, and back here afterwards. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  pendingComponent: Splash,
  pendingMs: SPLASH_AFTER_MS,
  errorComponent: FailedAlone,
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queries.ensureQueryData(meOptions);
    } catch (cause) {
      if (hasCode(cause, 'org_membership_required')) throw redirect({ to: '/choose-organization' });
      if (!hasCode(cause, 'session_required')) throw cause;
      forgetPerson(localStorage);
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } });
    }
  },
});

/** For the route of a page in the navigation that not everybody has: its row, and the guard that the row asks for. */
export function guardedPage(row: PageRow & { readonly permission: Permission }) {
  return { staticData: { page: row }, beforeLoad: requirePermission(row.permission) };
}

/** For a page's `beforeLoad`: without the permission the page is not there. */
export function requirePermission(permission: Permission) {
  return async ({ context }: { readonly context: RouteContext }): Promise<void> => {
    const me = await context.queries.ensureQueryData(meOptions);
    if (me.permissions[permission] === undefined) throw notFound();
  };
}
