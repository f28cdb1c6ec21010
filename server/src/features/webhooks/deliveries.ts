import {
  ApiError,
  type FailedRedelivery,
  type LimitValues,
  type WebhookDelivery,
  type WebhookDeliveryQuery,
  type WebhookPayload,
} from '@svc/contract';
import type { MutationContext } from '#features/audit';
import { isWellFormedId, listPage, type ListBody } from '#features/listing';
import { recordEvents } from '#events';
import { DAY_MS, newId } from '#kit';
import { cutBodies } from './cut-bodies.ts';
import { toRedelivery } from './to-redelivery.ts';
import {
  findDeliveries,
  findDelivery,
  findFailed,
  insertDeliveries,
  type DeliveryRow,
} from './store/deliveries.ts';
import { readBody } from './store/event-bodies.ts';
import type { WebhookRow } from './store/webhooks.ts';
import { toDelivery, toWebhook } from './webhook-object.ts';
import type { WebhookOwner } from './webhook-owner.ts';
import { requireWebhook } from './webhooks.ts';

/** Deliveries per change. */
const MAX_REDELIVERED = 1000;

/** Identifies a delivery in the log of a webhook. */
export interface DeliveryName {
  readonly webhookId: string;
  readonly deliveryId: string;
}

/** The delivery log of webhooks, within its retention time (HOOK-28, HOOK-56). */
export class DeliveryLog {
  readonly #limits: () => LimitValues;

  constructor(limits: () => LimitValues) {
    this.#limits = limits;
  }

  async listWebhookDeliveries(
    owner: WebhookOwner,
    webhookId: string,
    query: WebhookDeliveryQuery,
    nowMs: number,
  ): Promise<ListBody> {
    await requireWebhook(owner, webhookId);
    const log = { db: owner.db, webhookId, sinceMs: this.#sinceMs(nowMs) };
    return listPage(query, {
      read: (page) => findDeliveries(log, query, page),
      hasPlace: isWellFormedId('webhookDelivery'),
      toItem: toDelivery,
      idOf: ({ id }) => id,
    });
  }

  async readWebhookDelivery(
    owner: WebhookOwner,
    name: DeliveryName,
    nowMs: number,
  ): Promise<WebhookDelivery> {
    await requireWebhook(owner, name.webhookId);
    return toDelivery(await this.#require(owner, name, nowMs));
  }

  /** The exact body that is sent. */
  async readWebhookPayload(owner: WebhookOwner, name: DeliveryName, nowMs: number): Promise<WebhookPayload> {
    await requireWebhook(owner, name.webhookId);
    const { event_id: eventId } = await this.#require(owner, name, nowMs);
    return { type: 'webhook_payload', body: await readBody(owner.db, eventId) };
  }

  /** Redelivers what failed or was missed since a time, up to a limit. */
  async redeliverFailedDeliveries(
    { nowMs }: MutationContext,
    owner: WebhookOwner,
    { webhookId, since }: { readonly webhookId: string; readonly since: number },
  ): Promise<FailedRedelivery> {
    requireEnabled(await requireWebhook(owner, webhookId, { lock: true }));
    const log = { db: owner.db, webhookId, sinceMs: Math.max(since, this.#sinceMs(nowMs)) };
    const failed = await findFailed(log, MAX_REDELIVERED);
    const deliveries = failed.map((delivery) => toRedelivery({ ...delivery, webhook_id: webhookId }, nowMs));
    await insertDeliveries(owner.db, deliveries, nowMs);
    const hasMore = failed.length === MAX_REDELIVERED;
    return { type: 'failed_redelivery', redelivered: failed.length, has_more: hasMore };
  }

  /** Sends a test event to one webhook, even if it is disabled (D-HOOK-10). */
  async testWebhook(
    change: MutationContext,
    owner: WebhookOwner,
    webhookId: string,
  ): Promise<WebhookDelivery> {
    const webhook = await requireWebhook(owner, webhookId, { lock: true });
    const { db, organizationId, workspaceId } = owner;
    const { nowMs } = change;
    const type = 'webhook.test';
    const [eventId] = await recordEvents(
      db,
      [{ organizationId, workspaceId, type, data: { object: toWebhook(webhook) } }],
      nowMs,
    );
    await cutBodies(db, [eventId!], this.#limits().webhook_payload_bytes);
    return this.#send(change, owner, { webhookId, eventId: eventId!, eventType: type });
  }

  /** Sends a past event again as a new delivery with the same body (D-HOOK-9). */
  async redeliverWebhook(
    change: MutationContext,
    owner: WebhookOwner,
    name: DeliveryName,
  ): Promise<WebhookDelivery> {
    const webhook = await requireWebhook(owner, name.webhookId, { lock: true });
    const earlier = await this.#require(owner, name, change.nowMs);
    requireEnabled(webhook);
    return this.#send(change, owner, {
      webhookId: earlier.webhook_id,
      eventId: earlier.event_id,
      eventType: earlier.event_type,
      redeliveryOf: earlier.id,
    });
  }

  async #send(
    { nowMs }: MutationContext,
    owner: WebhookOwner,
    { webhookId, eventId, eventType, redeliveryOf }: NewSending,
  ): Promise<WebhookDelivery> {
    const id = newId('whd_', nowMs);
    const delivery = {
      id,
      webhook_id: webhookId,
      event_id: eventId,
      event_type: eventType,
      status: 'pending',
      ...(redeliveryOf === undefined ? {} : { redelivery_of: redeliveryOf }),
    } as const;
    await insertDeliveries(owner.db, [delivery], nowMs);
    return toDelivery(await this.#require(owner, { webhookId, deliveryId: id }, nowMs));
  }

  async #require(
    { db }: WebhookOwner,
    { webhookId, deliveryId }: DeliveryName,
    nowMs: number,
  ): Promise<DeliveryRow> {
    const log = { db, webhookId, sinceMs: this.#sinceMs(nowMs) };
    const delivery = await findDelivery(log, deliveryId);
    if (!delivery) throw new ApiError('delivery_not_found', { param: 'delivery_id' });
    return delivery;
  }

  #sinceMs(nowMs: number): number {
    return nowMs - this.#limits().webhook_delivery_log_days * DAY_MS;
  }
}

function requireEnabled({ status }: Pick<WebhookRow, 'status'>): void {
  if (status === 'enabled') return;
  throw new ApiError('resource_conflict', {
    message: 'The webhook is disabled. Enable it and send the delivery again.',
  });
}

interface NewSending {
  readonly webhookId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly redeliveryOf?: string;
}
