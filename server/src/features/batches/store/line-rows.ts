import { sql, type Kysely } from 'kysely';
import { toPreciseTimestamp, type Tables } from '#store';
import type { SealedLine } from '../validation/input-reading.ts';

/** Copies lines into the table. Existing lines of an interrupted attempt are kept. */
export async function insertLines(
  db: Kysely<Tables>,
  batchId: string,
  lines: readonly SealedLine[],
  nowMs: number,
): Promise<void> {
  const rows = lines.map(({ line, endpoint, customId, body, bodyBytes }) => ({
    line,
    endpoint,
    custom_id: base64(customId),
    body: base64(body),
    body_bytes: bodyBytes,
  }));
  await sql`
    insert into batch_lines (batch_id, line, endpoint, custom_id, body, body_bytes, state, due_at)
    select ${batchId}, line, endpoint, decode(custom_id, 'base64'), decode(body, 'base64'), body_bytes, 'waiting', ${toPreciseTimestamp(nowMs)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(line int, endpoint text, custom_id text, body text, body_bytes int)
    on conflict (batch_id, line) do nothing`.execute(db);
}

/** Removes some of a batch's lines. Returns how many. */
export async function deleteLines(db: Kysely<Tables>, batchId: string, most: number): Promise<number> {
  const some = db.selectFrom('batch_lines').select('line').where('batch_id', '=', batchId).limit(most);
  const { numDeletedRows } = await db
    .deleteFrom('batch_lines')
    .where('batch_id', '=', batchId)
    .where('line', 'in', some)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
