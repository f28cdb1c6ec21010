import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { failingList, queuesOptions } from '../../api/operator-queues.ts';
import { operatorShellRoute } from '../../shell/operator-shell-route.ts';
import { oneOf, searchParser } from '../../shell/search-parser.ts';

/** Left out: jobs, and what is failing. */
const parseSearch = searchParser({ queue: oneOf(['mails', 'webhook_deliveries']), state: oneOf(['failed']) });

export const operatorQueuesRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/queues',
  staticData: { page: { title: 'Queues', icon: ListChecks, key: 'q' } },
  validateSearch: parseSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queries.prefetchQuery(queuesOptions);
    void context.queries.prefetchInfiniteQuery(failingList(deps.queue ?? 'jobs', deps.state ?? 'failing'));
  },
  component: lazyRouteComponent(() => import('./operator-queues-page.tsx'), 'OperatorQueuesPage'),
});
