import type { Insertable, Kysely } from 'kysely';
import type { Tables } from '#store';

/** Writes events; of those with a `dedupe_key` only what was not written before. */
export async function insertEvents(db: Kysely<Tables>, events: readonly Insertable<Tables['outbox_events']>[]): Promise<void> {
  await db
    .insertInto('outbox_events')
    .values([...events])
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute();
}
