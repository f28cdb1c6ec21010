import type { Kysely } from 'kysely';
import { newId } from '#kit';
import { deleteInSteps, type Tables } from '#store';

/** Deletes deliveries created before a time. */
export async function dropDeliveries(db: Kysely<Tables>, beforeMs: number): Promise<void> {
  const old = db
    .selectFrom('webhook_deliveries')
    // Ids start with their creation time.
    .where('id', '<', newId('whd_', beforeMs))
    .orderBy('id');
  await deleteInSteps(db, 'webhook_deliveries', old);
}

/** Deletes events recorded before a time that every consumer has processed and no delivery refers to. */
export async function dropEvents(db: Kysely<Tables>, beforeMs: number): Promise<void> {
  const processed = db.selectFrom('event_cursors').select(({ fn }) => fn.min('position').as('position'));
  const old = db
    .selectFrom('outbox_events')
    .where('id', '<', newId('evt_', beforeMs))
    .where('position', '<=', processed)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_deliveries')
            .select('webhook_deliveries.id')
            .whereRef('webhook_deliveries.event_id', '=', 'outbox_events.id'),
        ),
      ),
    )
    .orderBy('id');
  await deleteInSteps(db, 'outbox_events', old);
}
