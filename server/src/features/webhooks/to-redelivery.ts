import type { Selectable } from 'kysely';
import { newId } from '#kit';
import type { Tables } from '#store';

type Delivery = Pick<
  Selectable<Tables['webhook_deliveries']>,
  'id' | 'webhook_id' | 'event_id' | 'event_type'
>;

/** A new delivery of the event of an earlier one, to the same webhook. */
export function toRedelivery({ id, webhook_id, event_id, event_type }: Delivery, nowMs: number) {
  return {
    id: newId('whd_', nowMs),
    webhook_id,
    event_id,
    event_type,
    status: 'pending' as const,
    redelivery_of: id,
  };
}
