import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { passkeysOptions, sessionList } from '../../api/account.ts';
import { codeSessionList } from '../../api/code-sessions.ts';
import { shellRoute } from '../../shell/shell-route.ts';

export const profileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/profile',
  loader: ({ context }) => {
    void context.queries.prefetchQuery(passkeysOptions);
    void context.queries.prefetchInfiniteQuery(sessionList());
    void context.queries.prefetchInfiniteQuery(codeSessionList());
  },
  component: lazyRouteComponent(() => import('./profile-page.tsx'), 'ProfilePage'),
});
