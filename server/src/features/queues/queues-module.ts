import type { LimitValues } from '@svc/contract';
import type { Outbox } from '#features/mail';
import type { Module, OperatorHandlers } from '#features/module';
import { DAY_MS, type Clock } from '#kit';
import { listFailingDeliveries, listFailingJobs, listFailingMails } from './list-failing.ts';
import { readQueues } from './read-queues.ts';
import { retryAnyDelivery, retryAnyJob, retryAnyMail } from './retry.ts';

interface QueuesDeps {
  readonly clock: Clock;
  readonly limits: () => LimitValues;
  readonly outbox: Outbox;
}

/** Queues of the deployment, as operators see them and push them on. */
export function queuesModule({ clock, limits, outbox }: QueuesDeps) {
  const deliveriesSinceMs = (nowMs: number): number => nowMs - limits().webhook_delivery_log_days * DAY_MS;
  return {
    operator: {
      readQueues: (db) => readQueues(db, clock, outbox.delivers),
      listFailingJobs: (db, { query }) => listFailingJobs(db, query),
      retryJob: (change, { params }) => retryAnyJob(change, params.job_id),
      listFailingMails: (db, { query }) => listFailingMails(db, query),
      retryMail: (change, { params }) => retryAnyMail(change, params.mail_id, limits()),
      listFailingDeliveries: (db, { query }) =>
        listFailingDeliveries(db, query, deliveriesSinceMs(clock.nowMs())),
      retryDelivery: (change, { params }) =>
        retryAnyDelivery(change, params.delivery_id, deliveriesSinceMs(change.nowMs)),
    } satisfies Partial<OperatorHandlers>,
  } satisfies Module;
}
