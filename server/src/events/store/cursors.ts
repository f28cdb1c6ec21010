import type { Kysely } from 'kysely';
import type { Tables } from '#store';

/** A consumer that is new begins with the oldest event that is kept. */
export async function insertCursor(db: Kysely<Tables>, consumer: string): Promise<void> {
  await db
    .insertInto('event_cursors')
    .values({ consumer, position: 0 })
    .onConflict((conflict) => conflict.column('consumer').doNothing())
    .execute();
}

/** Where the consumer is. Undefined while another node consumes for it. */
export async function lockCursor(trx: Kysely<Tables>, consumer: string): Promise<number | undefined> {
  const own = trx.selectFrom('event_cursors').select('position').where('consumer', '=', consumer);
  return (await own.forUpdate().skipLocked().executeTakeFirst())?.position;
}

export async function moveCursor(trx: Kysely<Tables>, consumer: string, position: number): Promise<void> {
  await trx.updateTable('event_cursors').set({ position }).where('consumer', '=', consumer).execute();
}
