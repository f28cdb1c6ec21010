import type { Kysely } from 'kysely';
import type { Tables } from '#store';

/** Creates the cursor of a new consumer at the oldest stored event. */
export async function insertCursor(db: Kysely<Tables>, consumer: string): Promise<void> {
  await db
    .insertInto('event_cursors')
    .values({ consumer, position: 0 })
    .onConflict((conflict) => conflict.column('consumer').doNothing())
    .execute();
}

/**
 * Locks and reads the consumer's position. Waits while another node consumes, because that node may miss
 * events committed meanwhile.
 */
export async function lockCursor(trx: Kysely<Tables>, consumer: string): Promise<number> {
  const own = trx.selectFrom('event_cursors').select('position').where('consumer', '=', consumer);
  return (await own.forUpdate().executeTakeFirstOrThrow()).position;
}

export async function moveCursor(trx: Kysely<Tables>, consumer: string, position: number): Promise<void> {
  await trx.updateTable('event_cursors').set({ position }).where('consumer', '=', consumer).execute();
}
