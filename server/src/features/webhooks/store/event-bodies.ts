import { sql, type Kysely } from 'kysely';
import type { Tables } from '#store';

export async function readBody(db: Kysely<Tables>, eventId: string): Promise<string> {
  const event = db.selectFrom('outbox_events').select('body').where('id', '=', eventId);
  return (await event.executeTakeFirstOrThrow()).body;
}

/** Events whose body exceeds the limit. */
export function findLargeBodies(
  db: Kysely<Tables>,
  eventIds: readonly string[],
  limitBytes: number,
): Promise<{ id: string; body: string }[]> {
  return db
    .selectFrom('outbox_events')
    .select(['id', 'body'])
    .where('id', 'in', eventIds)
    .where(sql<number>`octet_length(body)`, '>', limitBytes)
    .execute();
}

export async function setBody(db: Kysely<Tables>, eventId: string, body: string): Promise<void> {
  await db.updateTable('outbox_events').set({ body }).where('id', '=', eventId).execute();
}
