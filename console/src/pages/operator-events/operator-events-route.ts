import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { operatorEventList } from '../../api/operator-events.ts';
import { operatorShellRoute } from '../../shell/operator-shell-route.ts';
import { searchParser, text } from '../../shell/search-parser.ts';

const parseSearch = searchParser({ organization: text });

export const operatorEventsRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/events',
  staticData: { page: { title: 'Events', icon: ScrollText, key: 'l' } },
  validateSearch: parseSearch,
  loaderDeps: ({ search: { organization } }) => ({ organization }),
  loader: ({ context, deps: { organization } }) =>
    void context.queries.prefetchInfiniteQuery(operatorEventList(organization)),
  component: lazyRouteComponent(() => import('./operator-events-page.tsx'), 'OperatorEventsPage'),
});
