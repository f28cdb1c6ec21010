import { queryOptions } from '@tanstack/react-query';
import type { FailingDelivery, FailingJob, FailingMail } from '@svc/contract';
import type { searchNames } from '../strings/search-names.ts';
import { operatorCall } from './operator-session.ts';
import { listOptions } from './pages.ts';

/** Prefix of everything about queues in an operator's cache. */
export const QUEUES = ['operator', 'queues'] as const;
const STATE_MS = 5000;

const OPERATIONS = {
  jobs: { list: 'listFailingJobs', retry: 'retryJob' },
  mails: { list: 'listFailingMails', retry: 'retryMail' },
  webhook_deliveries: { list: 'listFailingDeliveries', retry: 'retryDelivery' },
} as const satisfies Readonly<Record<QueueName, object>>;

export type QueueName = keyof typeof searchNames.queues;
export type FailingEntry = FailingJob | FailingMail | FailingDelivery;
export type QueueState = FailingEntry['state'];

export const queuesOptions = queryOptions({
  queryKey: [...QUEUES, 'counts'],
  queryFn: ({ signal }) => operatorCall('readQueues', { signal }),
  refetchInterval: STATE_MS,
});

export const failingList = (queue: QueueName, state: QueueState) =>
  listOptions<FailingEntry>([...QUEUES, queue, state], (page, options) =>
    operatorCall(OPERATIONS[queue].list, { query: { ...page, state }, ...options }),
  );

/** The path of each queue has a parameter of its own. */
export const retryEntry = (queue: QueueName, id: string) =>
  operatorCall(OPERATIONS[queue].retry, { path: { job_id: id, mail_id: id, delivery_id: id } });
