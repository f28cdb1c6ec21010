import { queryOptions } from '@tanstack/react-query';
import type { FailingDelivery, FailingJob, FailingMail, Queues } from '@svc/contract';
import { operatorCall } from './operator-session.ts';
import { listOptions } from './pages.ts';

/** Prefix of everything about queues in an operator's cache. */
export const QUEUES = ['operator', 'queues'] as const;
const STATE_MS = 5000;

export type QueueName = 'jobs' | 'mails' | 'webhook_deliveries';
export type FailingEntry = FailingJob | FailingMail | FailingDelivery;
export type QueueState = FailingEntry['state'];

export const queuesOptions = queryOptions({
  queryKey: [...QUEUES, 'counts'],
  queryFn: ({ signal }) => operatorCall<Queues>('GET', '/queues', { signal }),
  refetchInterval: STATE_MS,
});

export const failingList = (queue: QueueName, state: QueueState) =>
  listOptions<FailingEntry>([...QUEUES, queue, state], (page, { signal }) =>
    operatorCall('GET', `/${queue}`, { query: { ...page, state }, signal }),
  );

export const retryEntry = (queue: QueueName, id: string) =>
  operatorCall<FailingEntry>('POST', `/${queue}/${encodeURIComponent(id)}/retry`);
