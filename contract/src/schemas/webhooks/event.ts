import { z } from 'zod';
import { money, timestamp } from '../administration/fields.ts';
import { InferenceHook } from '../administration/inference-hook.ts';
import { SpendLimit } from '../administration/spend-limit.ts';
import { FileObject } from '../files/file.ts';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from './event-types.ts';
import { Webhook } from './webhook.ts';

/** The object of `credits.low_balance` (D-HOOK-13). */
export const CreditBalance = z
  .object({
    type: z.literal('credit_balance'),
    balance_usd: money,
    auto_reload: z.object({
      enabled: z.boolean(),
      trigger_usd: money.describe('The balance below which the event is sent.'),
      last_error: z.string().nullable(),
    }),
  })
  .meta({ id: 'CreditBalance' });
export type CreditBalance = z.infer<typeof CreditBalance>;

/** A truncated object (D-HOOK-4), or one that no GET returns. */
const NamedObject = z.looseObject({
  id: z.string().optional(),
  type: z.string().optional(),
  object: z.string().optional(),
  status: z.string().optional(),
});

const truncated = z
  .literal(true)
  .optional()
  .describe('The object was too large: only its id, kind and status are there.');

/** `data` of the event types that have a schema of their own. */
const DATA = {
  'file.expired': z.object({ object: FileObject, deleted: z.literal(true), truncated }),
  'spend.threshold_reached': z.object({
    object: SpendLimit,
    threshold_percent: z.union([z.literal(50), z.literal(80), z.literal(100)]),
    truncated,
  }),
  'credits.low_balance': z.object({ object: CreditBalance, truncated }),
  'inference_hook.failing': z.object({ object: InferenceHook, truncated }),
  'webhook.test': z.object({ object: Webhook, truncated }),
} as const satisfies Partial<Record<WebhookEventType, z.ZodType>>;

type TypedName = keyof typeof DATA;

function isTyped(type: WebhookEventType): type is TypedName {
  return type in DATA;
}

function envelope<Type extends z.ZodType, Data extends z.ZodType>(type: Type, data: Data) {
  return z.object({
    id: z.string().describe('Begins with `evt_`. The same in every attempt and redelivery.'),
    type,
    created_at: timestamp,
    workspace_id: z.string().nullable(),
    data,
  });
}

const others = WEBHOOK_EVENT_TYPES.filter(
  (type): type is Exclude<WebhookEventType, TypedName> => !isTyped(type),
);

/** The body of a delivery (platform contract §2.5). */
export const WebhookEvent = z
  .discriminatedUnion('type', [
    envelope(z.literal('file.expired'), DATA['file.expired']),
    envelope(z.literal('spend.threshold_reached'), DATA['spend.threshold_reached']),
    envelope(z.literal('credits.low_balance'), DATA['credits.low_balance']),
    envelope(z.literal('inference_hook.failing'), DATA['inference_hook.failing']),
    envelope(z.literal('webhook.test'), DATA['webhook.test']),
    envelope(z.enum(others), z.object({ object: NamedObject, truncated })),
  ])
  .meta({ id: 'WebhookEvent' });
export type WebhookEvent = z.infer<typeof WebhookEvent>;
