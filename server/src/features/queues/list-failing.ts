import type { Kysely } from 'kysely';
import type { QueueQuery } from '@svc/contract';
import { isWellFormedId, listPage, type ListBody } from '#features/listing';
import { findFailingMails } from '#features/mail';
import { findFailingDeliveries } from '#features/webhooks';
import { findFailingJobs } from '#jobs';
import type { Tables } from '#store';
import { toFailingDelivery, toFailingJob, toFailingMail } from './queue-items.ts';

const idOf = ({ id }: { readonly id: string }): string => id;

export function listFailingJobs(db: Kysely<Tables>, query: QueueQuery): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findFailingJobs(db, query.state, page),
    hasPlace: isWellFormedId('job'),
    toItem: toFailingJob,
    idOf,
  });
}

export function listFailingMails(db: Kysely<Tables>, query: QueueQuery): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findFailingMails(db, query.state, page),
    hasPlace: isWellFormedId('mail'),
    toItem: toFailingMail,
    idOf,
  });
}

/** Within the retention time of the delivery log. */
export function listFailingDeliveries(
  db: Kysely<Tables>,
  query: QueueQuery,
  sinceMs: number,
): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findFailingDeliveries(db, { state: query.state, sinceMs }, page),
    hasPlace: isWellFormedId('webhookDelivery'),
    toItem: toFailingDelivery,
    idOf,
  });
}
