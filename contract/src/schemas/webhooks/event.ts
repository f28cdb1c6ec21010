import { z } from 'zod';
import { resourceRows, type ResourceRows } from '../../resources.ts';
import type { ResourceEvent } from '../../resources/resource.ts';
import { timestamp } from '../administration/fields.ts';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from './event-types.ts';
import { Webhook } from './webhook.ts';

/** Not with the rows of webhooks: the schema of a webhook lists the types of all rows. */
const TEST = { scope: 'organization', object: Webhook } as const satisfies ResourceEvent;

type Rows = ResourceRows<'events'> & { readonly 'webhook.test': typeof TEST };

const ROWS: Readonly<Partial<Record<WebhookEventType, ResourceEvent>>> = {
  ...resourceRows('events'),
  'webhook.test': TEST,
};

type More<R> = R extends { readonly more: infer Shape extends z.ZodRawShape }
  ? z.infer<z.ZodObject<Shape>>
  : unknown;

/** `data` of each type of event that something writes (D-HOOK-3, D-HOOK-13, D-HOOK-17). */
export type EventData = {
  readonly [Type in keyof Rows]: { readonly object: z.infer<Rows[Type]['object']> } & Readonly<
    More<Rows[Type]>
  >;
};

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

function envelope<Type extends z.ZodType, Data extends z.ZodType>(type: Type, data: Data) {
  return z.object({
    id: z.string().describe('Begins with `evt_`. The same in every attempt and redelivery.'),
    type,
    created_at: timestamp,
    workspace_id: z.string().nullable(),
    data,
  });
}

const described = WEBHOOK_EVENT_TYPES.flatMap((type) => {
  const row = ROWS[type];
  if (row === undefined || row.isDescribedByName) return [];
  return [envelope(z.literal(type), z.object({ object: row.object, ...row.more, truncated }))];
});

type Described = (typeof described)[number];

const others = WEBHOOK_EVENT_TYPES.filter(
  (type) => ROWS[type]?.isDescribedByName ?? ROWS[type] === undefined,
);

/** The body of a delivery (platform contract §2.5). */
export const WebhookEvent = z
  .discriminatedUnion('type', [
    // The rows of resources are a list that is not empty.
    ...(described as [Described, ...Described[]]),
    envelope(z.enum(others), z.object({ object: NamedObject, truncated })),
  ])
  .meta({ id: 'WebhookEvent' });
export type WebhookEvent = z.infer<typeof WebhookEvent>;
