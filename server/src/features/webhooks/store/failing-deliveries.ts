import { sql, type Kysely, type Selectable } from 'kysely';
import { readPage, type Page, type PageRequest, type Tables } from '#store';
import { noteDue } from './deliveries.ts';

/** A delivery of any organization without its event. What is of the webhook is null when that was deleted. */
export interface FailingDeliveryRow extends Pick<
  Selectable<Tables['webhook_deliveries']>,
  'id' | 'webhook_id' | 'event_id' | 'event_type' | 'status' | 'attempts' | 'due_at' | 'created_at'
> {
  readonly organization_id: string | null;
  readonly url: string | null;
  readonly redelivered_as: string | null;
}

/** Deliveries whose last attempt failed, or that were given up, newest first. */
export function findFailingDeliveries(
  db: Kysely<Tables>,
  { state, sinceMs }: { readonly state: 'failing' | 'failed'; readonly sinceMs: number },
  page: PageRequest,
): Promise<Page<FailingDeliveryRow>> {
  const deliveries = selectDeliveries(db).where('d.created_at', '>', sinceMs);
  const found =
    state === 'failed'
      ? deliveries.where(sql<boolean>`d.status = 'failed'`)
      : deliveries.where(sql<boolean>`d.status = 'pending' and d.attempts <> '[]'`);
  return readPage(found, 'd.id', page);
}

export function findAnyDelivery(
  db: Kysely<Tables>,
  id: string,
  sinceMs: number,
): Promise<FailingDeliveryRow | undefined> {
  return selectDeliveries(db).where('d.id', '=', id).where('d.created_at', '>', sinceMs).executeTakeFirst();
}

/** Makes a pending delivery due, unless it is being sent. The caller must hold the lock of its webhook. */
export async function makeDeliveryDue(
  trx: Kysely<Tables>,
  { id, webhook_id: webhookId }: Pick<FailingDeliveryRow, 'id' | 'webhook_id'>,
  nowMs: number,
): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ due_at: nowMs })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('lease_ends_at', 'is', null)
    .where('due_at', '>', nowMs)
    .execute();
  await noteDue(trx, [webhookId], nowMs);
}

export interface QueuedDeliveries {
  readonly waiting: number;
  readonly failing: number;
  readonly failed: number;
  /** When the one that has been due longest was due; null: none is. */
  readonly dueAt: number | null;
}

/** No count goes beyond `most`. */
export async function countQueuedDeliveries(
  db: Kysely<Tables>,
  nowMs: number,
  most: number,
): Promise<QueuedDeliveries> {
  const limit = sql.lit(most);
  const { rows } = await sql<Omit<QueuedDeliveries, 'dueAt'>>`
    select
      (select count(*)::int from (
        select 1 from webhook_deliveries where status = 'pending' and lease_ends_at is null limit ${limit}) w) as waiting,
      (select count(*)::int from (
        select 1 from webhook_deliveries where status = 'pending' and attempts <> '[]' limit ${limit}) f) as failing,
      (select count(*)::int from (select 1 from webhook_deliveries where status = 'failed' limit ${limit}) f) as failed`.execute(
    db,
  );
  const due = await db
    .selectFrom('webhooks')
    .select('due_at')
    .where('due_at', '<=', nowMs)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return { ...rows[0]!, dueAt: due?.due_at ?? null };
}

function selectDeliveries(db: Kysely<Tables>) {
  return db
    .selectFrom('webhook_deliveries as d')
    .leftJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .select(['d.id', 'd.webhook_id', 'd.event_id', 'd.event_type', 'd.status', 'd.attempts'])
    .select(['d.due_at', 'd.created_at', 'w.organization_id', 'w.url'])
    .select(({ selectFrom }) =>
      selectFrom('webhook_deliveries as later')
        .select('later.id')
        .whereRef('later.redelivery_of', '=', 'd.id')
        .limit(1)
        .as('redelivered_as'),
    );
}
