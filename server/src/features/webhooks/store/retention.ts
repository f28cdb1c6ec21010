import { sql, type Kysely } from 'kysely';
import { newId } from '#kit';
import type { Tables } from '#store';

/** Deletes up to `most` deliveries created before a time. Returns the count. */
export async function dropDeliveries(db: Kysely<Tables>, beforeMs: number, most: number): Promise<number> {
  const old = db
    .selectFrom('webhook_deliveries')
    .select('id')
    // Ids start with their creation time.
    .where('id', '<', newId('whd_', beforeMs))
    .orderBy('id')
    .limit(most);
  const { numDeletedRows } = await db
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', old)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes up to `most` events recorded before a time that every consumer has processed and no delivery refers to. Returns the count. */
export async function dropEvents(db: Kysely<Tables>, beforeMs: number, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from outbox_events where id in (
      select id from outbox_events e where id < ${newId('evt_', beforeMs)}
        and position <= (select min(position) from event_cursors)
        and not exists (select 1 from webhook_deliveries d where d.event_id = e.id)
      order by id limit ${sql.lit(most)})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
