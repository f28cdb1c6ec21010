import { sql, type Kysely, type Selectable } from 'kysely';
import type { Tables } from '#store';

export type Increment = Omit<Selectable<Tables['traffic_increments']>, 'id'>;

/** Takes the oldest increments away, those that no other node is taking. Within the transaction that adds them to the traffic. */
export async function takeIncrements(trx: Kysely<Tables>, most: number): Promise<readonly Increment[]> {
  const { rows } = await sql<Increment>`
    delete from traffic_increments
    where id in (select id from traffic_increments order by id limit ${most} for update skip locked)
    returning
      starts_at, model, engine, node_id, code, requests, input_tokens, output_tokens, cached_input_tokens,
      cache_write_tokens, cache_saved_nanos, to_jsonb(first_output_ms) as first_output_ms,
      to_jsonb(duration_ms) as duration_ms`.execute(trx);
  return rows;
}

/**
 * Gives back the room of what was taken. The embedded database does that by itself for no table, and this one would grow without
 * end.
 */
export async function vacuumTraffic(db: Kysely<Tables>): Promise<void> {
  await sql`vacuum traffic_increments`.execute(db);
  await sql`vacuum traffic`.execute(db);
}
