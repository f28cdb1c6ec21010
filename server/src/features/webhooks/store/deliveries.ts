import type { WebhookDeliveryQuery } from '@svc/contract';
import { sql, type Kysely, type Selectable } from 'kysely';
import {
  readPage,
  signalOnCommit,
  toPreciseTimestamp,
  type Page,
  type PageRequest,
  type Tables,
} from '#store';

/** Commit signal of new due deliveries. */
export const DELIVERIES_DUE = 'webhook deliveries due';

export type DeliveryRow = Selectable<Tables['webhook_deliveries']>;

export interface NewDelivery {
  readonly id: string;
  readonly webhook_id: string;
  readonly event_id: string;
  readonly event_type: string;
  /** `missed`: the webhook is disabled and nothing is sent. */
  readonly status: 'pending' | 'missed';
  readonly redelivery_of?: string;
}

/** Inserts deliveries and wakes the sender. The caller must hold the locks of their webhooks. */
export async function insertDeliveries(
  trx: Kysely<Tables>,
  deliveries: readonly NewDelivery[],
  nowMs: number,
): Promise<void> {
  if (deliveries.length === 0) return;
  const now = sql`${toPreciseTimestamp(nowMs)}::timestamptz`;
  // One parameter for any number of rows.
  await sql`
    insert into webhook_deliveries (id, webhook_id, event_id, event_type, status, redelivery_of, due_at, created_at, completed_at)
    select d.*, case d.status when 'pending' then ${now} end, ${now}, case d.status when 'missed' then ${now} end
    from jsonb_to_recordset(${deliveries}::jsonb) as d (
      id text, webhook_id text, event_id text, event_type text, status text, redelivery_of text)`.execute(
    trx,
  );
  const pending = deliveries.filter(({ status }) => status === 'pending');
  await noteDue(trx, [...new Set(pending.map(({ webhook_id: id }) => id))], nowMs);
}

/** Marks webhooks as due at a time and wakes the sender. */
export async function noteDue(
  trx: Kysely<Tables>,
  webhookIds: readonly string[],
  dueAtMs: number,
): Promise<void> {
  if (webhookIds.length === 0) return;
  await trx
    .updateTable('webhooks')
    .set({ due_at: sql`least(due_at, ${toPreciseTimestamp(dueAtMs)}::timestamptz)` })
    .where('id', 'in', webhookIds)
    .execute();
  await signalOnCommit(trx, DELIVERIES_DUE);
}

/** The log of a webhook whose owner the caller has checked. Older deliveries are not returned. */
interface Log {
  readonly db: Kysely<Tables>;
  readonly webhookId: string;
  readonly sinceMs: number;
}

export function findDelivery(log: Log, id: string): Promise<DeliveryRow | undefined> {
  return deliveriesOf(log).where('id', '=', id).executeTakeFirst();
}

export function findDeliveries(
  log: Log,
  { status, event_type: type, event_id: eventId }: Partial<WebhookDeliveryQuery>,
  page: PageRequest,
): Promise<Page<DeliveryRow>> {
  let deliveries = deliveriesOf(log);
  if (status !== undefined) deliveries = deliveries.where('status', '=', status);
  if (type !== undefined) deliveries = deliveries.where('event_type', '=', type);
  if (eventId !== undefined) deliveries = deliveries.where('event_id', '=', eventId);
  return readPage(deliveries, 'id', page);
}

/** Failed and missed deliveries that were not redelivered yet, oldest first, without tests. */
export function findFailed(
  { db, webhookId, sinceMs }: Log,
  most: number,
): Promise<Pick<DeliveryRow, 'id' | 'event_id' | 'event_type'>[]> {
  return db
    .selectFrom('webhook_deliveries as d')
    .select(['d.id', 'd.event_id', 'd.event_type'])
    .where('d.webhook_id', '=', webhookId)
    .where('d.created_at', '>=', sinceMs)
    .where('d.status', 'in', ['failed', 'missed'])
    .where('d.event_type', '<>', 'webhook.test')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_deliveries as later')
            .select('later.id')
            .whereRef('later.redelivery_of', '=', 'd.id'),
        ),
      ),
    )
    .orderBy('d.id')
    .limit(most)
    .execute();
}

function deliveriesOf({ db, webhookId, sinceMs }: Log) {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('created_at', '>', sinceMs);
}

export interface PendingUntil {
  readonly webhookId: string;
  /** Later ones stay: the webhook may have been enabled again. */
  readonly createdUntilMs: number;
  readonly nowMs: number;
}

/** Fails up to `most` pending deliveries of a webhook, except those being sent now. Returns the count. */
export async function failPending(
  trx: Kysely<Tables>,
  { webhookId, createdUntilMs, nowMs }: PendingUntil,
  most: number,
): Promise<number> {
  const waiting = trx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .where('lease_ends_at', 'is', null)
    .where('created_at', '<=', createdUntilMs)
    .limit(most);
  const { numUpdatedRows } = await trx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', due_at: null, completed_at: nowMs })
    .where('id', 'in', waiting)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Deletes up to `most` deliveries of a deleted webhook. Returns the count. */
export async function deleteDeliveriesOf(
  db: Kysely<Tables>,
  webhookId: string,
  most: number,
): Promise<number> {
  const some = db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .limit(most);
  const { numDeletedRows } = await db
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', some)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
