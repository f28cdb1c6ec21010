import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { reference, timestamp } from '../administration/fields.ts';
import { pageQuery } from '../administration/page.ts';
import { WEBHOOK_EVENT_TYPES } from './event-types.ts';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'missed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const ATTEMPT_ERRORS = [
  'timeout',
  'dns',
  'connect',
  'tls',
  'blocked_address',
  'redirect',
  'http_status',
] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

const DeliveryAttempt = z.object({
  number: z.int().min(1),
  at: timestamp,
  status_code: z.int().nullable().describe('Null: there was no answer.'),
  duration_ms: z.int().min(0),
  succeeded: z.boolean(),
  error: z.enum(ATTEMPT_ERRORS).nullable(),
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

/** The delivery of one event to one webhook, with its attempts (D-HOOK-1). Response bodies are not stored. */
export const WebhookDelivery = z
  .object({
    id: z.string().describe('Begins with `whd_`.'),
    object: z.literal('webhook_delivery'),
    webhook_id: z.string(),
    event_id: z.string(),
    event_type: z.string(),
    status: z
      .enum(DELIVERY_STATUSES)
      .describe('`missed`: the webhook was disabled, and nothing was sent. It can be redelivered.'),
    redelivery_of: z.string().nullable().describe('The delivery that was sent again.'),
    attempt_count: z.int().min(0),
    attempts: z.array(DeliveryAttempt),
    next_attempt_at: timestamp.nullable(),
    created_at: timestamp,
    completed_at: timestamp.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export function webhookDeliveryQuery(limits: LimitValues) {
  return pageQuery(limits).extend({
    status: z.enum(DELIVERY_STATUSES).optional(),
    event_type: z.enum(WEBHOOK_EVENT_TYPES).optional(),
    event_id: reference.max(100).optional(),
  });
}
export type WebhookDeliveryQuery = z.output<ReturnType<typeof webhookDeliveryQuery>>;
