import { z } from 'zod';
import { BATCH_STATUSES } from '../batches/batch.ts';
import { timestamp } from '../administration/fields.ts';
import { pageQuery } from '../administration/page.ts';
import { MAIL_FAILURES, MAIL_KINDS } from '../console/mail.ts';
import { ATTEMPT_ERRORS } from '../webhooks/delivery.ts';
import type { LimitValues } from '../../limits.ts';

/** No count of a queue goes further: a page must not wait for a table of any size. */
export const COUNTED_IN_QUEUES = 10_000;

const count = z
  .int()
  .min(0)
  .max(COUNTED_IN_QUEUES)
  .describe(`Not counted beyond ${COUNTED_IN_QUEUES}, which stands for that many or more.`);

const states = {
  waiting: count.describe('Not done yet, those that failed and will be tried again included.'),
  failing: count.describe('The last attempt failed, and there will be another.'),
  failed: count.describe('Jobs, mails or deliveries that were given up.'),
};

/** What waits, and what fails, in the whole deployment. */
export const Queues = z
  .object({
    type: z.literal('queues'),
    jobs: z.array(
      z.object({
        kind: z.string(),
        ...states,
        waiting_since: timestamp
          .nullable()
          .describe('When the one that has waited longest was due. Null: none is due.'),
      }),
    ),
    mails: z.object({
      ...states,
      waiting_since: timestamp.nullable().describe('When the oldest was written. Null: none waits.'),
      has_mail_server: z.boolean().describe('Without one, mail waits in the outbox of each organization.'),
    }),
    webhook_deliveries: z.object({
      ...states,
      waiting_since: timestamp
        .nullable()
        .describe('When the one that has waited longest was due. Null: none is due.'),
    }),
    batches: z
      .array(
        z.object({
          status: z.enum(BATCH_STATUSES),
          count,
          oldest_created_at: timestamp,
        }),
      )
      .describe('Batches that have not ended, by status.'),
    tunnels: z.object({
      total: count,
      connected: count.describe('Tunnels with at least one connector online.'),
    }),
  })
  .meta({ id: 'Queues' });
export type Queues = z.infer<typeof Queues>;

export const QUEUE_STATES = ['failing', 'failed'] as const;
export type QueueState = (typeof QUEUE_STATES)[number];

const state = z
  .enum(QUEUE_STATES)
  .describe('Failing: the last attempt failed, and there will be another. Failed: given up.');

const entry = {
  id: z.string(),
  state,
  attempts: z.int().min(0),
  created_at: timestamp,
};

/** A job that does not succeed. Nothing of what it works on. */
export const FailingJob = z
  .object({
    ...entry,
    type: z.literal('job'),
    kind: z.string(),
    failure: z
      .string()
      .nullable()
      .describe('Class of the error of the last attempt. Null: no attempt has failed.'),
    next_attempt_at: timestamp.nullable(),
    failed_at: timestamp.nullable(),
  })
  .meta({ id: 'FailingJob' });
export type FailingJob = z.infer<typeof FailingJob>;

/** A mail that does not arrive. Neither its text nor its link. */
export const FailingMail = z
  .object({
    ...entry,
    type: z.literal('mail'),
    kind: z.enum(MAIL_KINDS),
    organization_id: z.string().nullable().describe('Null: about the account of a person.'),
    recipient_domain: z.string().describe('The part of the address behind the @.'),
    failure: z
      .enum(MAIL_FAILURES)
      .nullable()
      .describe('Class of the error of the last attempt. Null: no attempt has failed.'),
  })
  .meta({ id: 'FailingMail' });
export type FailingMail = z.infer<typeof FailingMail>;

/** An event that a webhook does not take. Neither the event nor the whole URL. */
export const FailingDelivery = z
  .object({
    ...entry,
    type: z.literal('webhook_delivery'),
    organization_id: z.string().nullable().describe('Null: the webhook was deleted.'),
    webhook_id: z.string(),
    webhook_host: z
      .string()
      .nullable()
      .describe('Host of the URL of the webhook. Null: the webhook was deleted.'),
    event_type: z.string(),
    status_code: z.int().nullable().describe('HTTP status of the last attempt. Null: there was no response.'),
    failure: z
      .enum(ATTEMPT_ERRORS)
      .nullable()
      .describe('Class of the outcome of the last attempt. Null: nothing could be sent.'),
    next_attempt_at: timestamp.nullable(),
    redelivered_as: z.string().nullable().describe('The delivery that has repeated this one.'),
  })
  .meta({ id: 'FailingDelivery' });
export type FailingDelivery = z.infer<typeof FailingDelivery>;

export function queueQuery(limits: LimitValues) {
  return pageQuery(limits).extend({ state: state.default('failing') });
}
export type QueueQuery = z.output<ReturnType<typeof queueQuery>>;
