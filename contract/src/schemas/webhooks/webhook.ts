import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { prose, refusedAs, timestamp } from '../administration/fields.ts';
import { ORGANIZATION_EVENT_TYPES, WEBHOOK_EVENT_TYPES } from './event-types.ts';
import { webhookUrl } from './webhook-url.ts';

export const WEBHOOK_STATUSES = ['enabled', 'disabled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

const ALL = '*';

/** Platform contract §2.5. */
export const Webhook = z
  .object({
    id: z.string().describe('Begins with `whk_`.'),
    object: z.literal('webhook'),
    url: z.string(),
    events: z.array(z.string()).describe('Types of events, or `*` alone for all of them.'),
    description: z.string().nullable(),
    status: z.enum(WEBHOOK_STATUSES).describe('`disabled` also after every delivery failed for 3 days.'),
    workspace_id: z.string().nullable().describe('Null: a webhook of the organization.'),
    created_at: timestamp,
    updated_at: timestamp,
    last_delivery: z
      .object({
        at: timestamp,
        status_code: z.int().nullable().describe('Null: there was no answer.'),
        succeeded: z.boolean(),
      })
      .nullable()
      .describe('The last attempt. Null: there was none.'),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

const signingSecret = z
  .string()
  .describe('Begins with `whsec_`. Deliveries are signed with it. It is in this answer and nowhere else.');

/** Answer to the creation (HOOK-08). */
export const NewWebhook = Webhook.extend({ signing_secret: signingSecret }).meta({ id: 'NewWebhook' });
export type NewWebhook = z.infer<typeof NewWebhook>;

/** Answer to a rotation (D-HOOK-5). */
export const WebhookSecret = z
  .object({
    id: z.string(),
    object: z.literal('webhook'),
    signing_secret: signingSecret,
    previous_secret_expires_at: timestamp.describe('Until then deliveries are signed with both secrets.'),
  })
  .meta({ id: 'WebhookSecret' });
export type WebhookSecret = z.infer<typeof WebhookSecret>;

export const WebhookDeletion = z.object({
  id: z.string(),
  object: z.literal('webhook'),
  deleted: z.literal(true),
});

/** Types of events, `*` alone for all. Duplicates are merged (D-HOOK-14). */
function eventTypes(types: readonly string[]) {
  const known: ReadonlySet<string> = new Set([...types, ALL]);
  return z
    .array(
      z
        .string()
        .refine((type) => known.has(type), refusedAs('unknown_event_type'))
        .meta({ enum: [...known] }),
    )
    .min(1)
    .max(100)
    .refine((chosen) => chosen.length === 1 || !chosen.includes(ALL), 'must have * alone or not at all')
    .transform((chosen) => [...new Set(chosen)])
    .describe('Types of events, or `*` alone for all of them.');
}

function settings(limits: LimitValues, types: readonly string[]) {
  return {
    url: webhookUrl(limits),
    events: eventTypes(types),
    description: prose(limits.webhook_description_characters).nullable(),
    status: z.enum(WEBHOOK_STATUSES),
  };
}

function creation(limits: LimitValues, types: readonly string[]) {
  const { url, events, description, status } = settings(limits, types);
  return z.strictObject({
    url,
    events,
    description: description.default(null),
    status: status.default('enabled'),
  });
}

function update(limits: LimitValues, types: readonly string[]) {
  return z.strictObject(settings(limits, types)).partial();
}

export const webhookCreation = (limits: LimitValues) => creation(limits, WEBHOOK_EVENT_TYPES);
export const webhookUpdate = (limits: LimitValues) => update(limits, WEBHOOK_EVENT_TYPES);
export const organizationWebhookCreation = (limits: LimitValues) =>
  creation(limits, ORGANIZATION_EVENT_TYPES);
export const organizationWebhookUpdate = (limits: LimitValues) => update(limits, ORGANIZATION_EVENT_TYPES);

export type WebhookCreation = z.output<ReturnType<typeof webhookCreation>>;
export type WebhookUpdate = z.output<ReturnType<typeof webhookUpdate>>;

/** Where deliveries come from (D-HOOK-15). */
export const WebhookAddresses = z
  .object({
    webhooks: z.array(z.string()).describe('Ranges, as `203.0.113.10/32`.'),
    updated_at: timestamp,
  })
  .meta({ id: 'WebhookAddresses' });
export type WebhookAddresses = z.infer<typeof WebhookAddresses>;
