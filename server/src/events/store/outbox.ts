import { sql, type Insertable, type Kysely, type Selectable } from 'kysely';
import type { Tables } from '#store';

const NUMBERING = 'svc event positions';

/** Inserts events, skipping those whose `dedupe_key` was written before. */
export async function insertEvents(
  trx: Kysely<Tables>,
  events: readonly Insertable<Tables['outbox_events']>[],
): Promise<void> {
  await trx
    .insertInto('outbox_events')
    .values([...events])
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute();
}

/**
 * Assigns positions to committed events without one, in the order of ids. One transaction at a time does so,
 * on all nodes.
 */
export async function numberEvents(db: Kysely<Tables>): Promise<void> {
  const unnumbered = db.selectFrom('outbox_events').select('id').where('position', 'is', null).limit(1);
  if (!(await unnumbered.executeTakeFirst())) return;
  await db.transaction().execute(async (trx) => {
    // The lock outlives the commit, so that positions become visible in order.
    await sql`select pg_advisory_xact_lock(hashtextextended(${NUMBERING}, 0))`.execute(trx);
    await sql`
      update outbox_events e set position = ordered.position
      from (select id, nextval('outbox_positions') as position
            from (select id from outbox_events where position is null order by id) unnumbered) ordered
      where ordered.id = e.id`.execute(trx);
  });
}

export type StoredEvent = Selectable<Tables['outbox_events']> & { readonly position: number };

export async function findEventsAfter(
  db: Kysely<Tables>,
  position: number,
  most: number,
): Promise<StoredEvent[]> {
  const after = db
    .selectFrom('outbox_events')
    .selectAll()
    .where('position', '>', position)
    .orderBy('position')
    .limit(most);
  return (await after.execute()) as StoredEvent[];
}
