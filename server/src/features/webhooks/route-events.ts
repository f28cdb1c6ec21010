import { WEBHOOK_EVENT_TYPES, type LimitValues } from '@svc/contract';
import type { EventConsumer, EventType } from '#events';
import { newId, toTimestampMs } from '#kit';
import { cutBodies } from './cut-bodies.ts';
import { insertDeliveries } from './store/deliveries.ts';
import { lockRoutes } from './store/routes.ts';

/** A test goes to one webhook only. Not every type of the catalog is recorded yet. */
const ROUTED = WEBHOOK_EVENT_TYPES.filter((type) => type !== 'webhook.test') as EventType[];

/**
 * Creates a delivery for each webhook that subscribes to an event. Subscriptions are read here, moments after the event. A disabled webhook
 * gets a `missed` delivery (D-HOOK-8).
 */
export function routeEvents(limits: () => LimitValues): EventConsumer {
  return {
    name: 'webhooks',
    types: ROUTED,
    async consume(trx, events, nowMs) {
      await cutBodies(
        trx,
        events.map(({ id }) => id),
        limits().webhook_payload_bytes,
      );
      const routes = await lockRoutes(
        trx,
        events.map((event) => ({
          id: event.id,
          type: event.type,
          organization_id: event.organizationId,
          workspace_id: event.workspaceId,
          created_at: toTimestampMs(event.createdAtMs),
        })),
      );
      await insertDeliveries(
        trx,
        routes.map(({ status, ...route }) => ({
          ...route,
          id: newId('whd_', nowMs),
          status: status === 'enabled' ? 'pending' : 'missed',
        })),
        nowMs,
      );
    },
  };
}
