import { createRouter } from '@tanstack/react-router';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { hasCode, mayPass, pauseMs } from './api/failure.ts';
import { operatorOptions } from './api/operator-session.ts';
import { PERSON_KEY } from './api/kept-content.ts';
import { meOptions } from './api/session.ts';
import { routeTree } from './routes.ts';
import { Failed, NotFound } from './shell/root-route.tsx';

const FRESH_MS = 10_000;
/**
 * Also while the browser has no network: the service may be on this machine, and else it is said at once. The library would wait
 * instead, and do unseen what was asked for when the network is back, such as a key whose secret then nobody reads.
 */
const EVER = 'always';

/** The sign-in ended elsewhere, or by time: the guard of the page leads to the sign-in and back. */
function noticeSignedOut(cause: unknown): void {
  const isKnown = [meOptions.queryKey, operatorOptions.queryKey].some(
    (key) => queries.getQueryData(key) !== undefined,
  );
  if (!hasCode(cause, 'session_required') || !isKnown) return;
  queries.clear();
  void router.invalidate();
}

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignedOut }),
  mutationCache: new MutationCache({ onError: noticeSignedOut }),
  defaultOptions: {
    queries: {
      retry: mayPass,
      retryDelay: pauseMs,
      staleTime: FRESH_MS,
      networkMode: EVER,
      refetchOnReconnect: true,
    },
    mutations: { networkMode: EVER },
  },
});

export const router = createRouter({
  routeTree,
  basepath: '/console',
  context: { queries },
  // What a page's own check does not name is not there: otherwise it would be passed on as it was written.
  search: { strict: true },
  defaultPreload: 'intent',
  // The query client knows what is fresh.
  defaultPreloadStaleTime: 0,
  // The page of another object starts over: it would keep what is in the forms of the one before, and its rows until its own are there.
  defaultRemountDeps: ({ params }) => params,
  scrollRestoration: true,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: Failed,
});

// Somebody signed out, or in as another person, in another tab: the guard of the page asks who it is.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== PERSON_KEY) return;
  if (newValue === null) queries.clear();
  else void queries.invalidateQueries(meOptions);
  void router.invalidate();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
