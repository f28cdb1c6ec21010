import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { failingList, queuesOptions, type QueueName, type QueueState } from '../../api/operator-queues.ts';
import { operatorShellRoute } from '../../shell/operator-shell-route.ts';

interface QueueSearch {
  /** Absent: jobs. */
  readonly queue?: Exclude<QueueName, 'jobs'>;
  /** Absent: failing. */
  readonly state?: Exclude<QueueState, 'failing'>;
}

function isOtherQueue(queue: unknown): queue is NonNullable<QueueSearch['queue']> {
  return queue === 'mails' || queue === 'webhook_deliveries';
}

export const operatorQueuesRoute = createRoute({
  getParentRoute: () => operatorShellRoute,
  path: '/operator/queues',
  validateSearch: ({ queue, state }: Record<string, unknown>): QueueSearch => ({
    ...(isOtherQueue(queue) ? { queue } : {}),
    ...(state === 'failed' ? { state } : {}),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queries.prefetchQuery(queuesOptions);
    void context.queries.prefetchInfiniteQuery(failingList(deps.queue ?? 'jobs', deps.state ?? 'failing'));
  },
  component: lazyRouteComponent(() => import('./operator-queues-page.tsx'), 'OperatorQueuesPage'),
});
