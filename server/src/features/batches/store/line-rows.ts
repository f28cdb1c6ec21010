import { sql, type Expression, type Kysely, type RawBuilder } from 'kysely';
import { JsonArray, toPreciseTimestamp, type Tables } from '#store';

/** Copies a group of lines (`toLineGroups`) into the table. Existing lines of an interrupted attempt are kept. */
export async function insertLines(
  db: Kysely<Tables>,
  batchId: string,
  group: Uint8Array,
  nowMs: number,
): Promise<void> {
  const rows = JsonArray.ofJson(Buffer.from(group.buffer, group.byteOffset, group.byteLength));
  await sql`
    insert into batch_lines (batch_id, line, endpoint, custom_id, body, body_bytes, state, due_at)
    select ${batchId}, line, endpoint, decode(custom_id, 'base64'), decode(body, 'base64'), body_bytes, 'waiting', ${toPreciseTimestamp(nowMs)}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as r(line int, endpoint text, custom_id text, body text, body_bytes int)
    on conflict (batch_id, line) do nothing`.execute(db);
}

/** Removes some of a batch's lines. Returns how many. */
export async function deleteLines(db: Kysely<Tables>, batchId: string, most: number): Promise<number> {
  const some = db.selectFrom('batch_lines').select('line').where('batch_id', '=', batchId).limit(most);
  const { numDeletedRows } = await db
    .deleteFrom('batch_lines')
    .where('batch_id', '=', batchId)
    .where(isOneOf(some))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Whether a line is among those that a statement chooses. The choice is made once: as `in`, a database whose statistics do not know the
 * lines yet made it again for each of them, and took ten seconds for a thousand of thirty thousand.
 */
export function isOneOf(some: Expression<unknown>): RawBuilder<boolean> {
  return sql`line = any(array(${some}))`;
}
