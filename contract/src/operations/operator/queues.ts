import { listOf } from '../../schemas/administration/page.ts';
import {
  FailingDelivery,
  FailingJob,
  FailingMail,
  queueQuery,
  Queues,
} from '../../schemas/operator/queues.ts';
import { operatorOperation } from './operator-operation.ts';

/** What waits and what fails of the work that no request waits for. */
export const OPERATOR_QUEUE_OPERATIONS = [
  operatorOperation({
    id: 'readQueues',
    method: 'GET',
    isLive: true,
    path: '/operator/v1/queues',
    summary: 'Read how much waits and fails: jobs, mails, webhook deliveries, batches, tunnels',
    response: Queues,
  }),
  operatorOperation({
    id: 'listFailingJobs',
    method: 'GET',
    path: '/operator/v1/jobs',
    summary: 'List jobs that fail',
    query: queueQuery,
    response: listOf(FailingJob),
  }),
  operatorOperation({
    id: 'retryJob',
    method: 'POST',
    path: '/operator/v1/jobs/{job_id}/retry',
    summary: 'Try a job again now',
    response: FailingJob,
    errors: ['job_not_found'],
  }),
  operatorOperation({
    id: 'listFailingMails',
    method: 'GET',
    path: '/operator/v1/mails',
    summary: 'List mails that are not delivered',
    query: queueQuery,
    response: listOf(FailingMail),
  }),
  operatorOperation({
    id: 'retryMail',
    method: 'POST',
    path: '/operator/v1/mails/{mail_id}/retry',
    summary: 'Try to send a mail again now',
    response: FailingMail,
    errors: ['mail_not_found'],
  }),
  operatorOperation({
    id: 'listFailingDeliveries',
    method: 'GET',
    path: '/operator/v1/webhook_deliveries',
    summary: 'List webhook deliveries that fail',
    query: queueQuery,
    response: listOf(FailingDelivery),
  }),
  operatorOperation({
    id: 'retryDelivery',
    method: 'POST',
    path: '/operator/v1/webhook_deliveries/{delivery_id}/retry',
    summary: 'Try a webhook delivery again now',
    response: FailingDelivery,
    errors: ['delivery_not_found'],
  }),
] as const;
