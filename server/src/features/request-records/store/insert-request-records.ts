import { sql, type Kysely, type RawBuilder } from 'kysely';
import { COUNT_REQUESTS } from './request-sums.ts';
import { COUNT_TRAFFIC } from './traffic-increments.ts';
import { isMissingMonth, makeWeeksOf, type JsonArray, type Tables } from '#store';

/**
 * The columns of a journal's line that a request record is made of, as a column definition list. A usage record of an earlier version
 * does not say how the call went.
 */
export const CALL_COLUMNS = sql`
  request_id text, organization_id text, workspace_id text, key_id text, user_id text, endpoint text, model text, streamed boolean,
  service_tier text, outcome text, status int, error_code text, engine_fault text, engine text, queued_ms int, first_output_ms int, duration_ms int,
  input_tokens bigint, cached_input_tokens bigint, output_tokens bigint, cost_nanos bigint, cache_write_tokens bigint,
  cache_saved_nanos bigint, unlisted_calls int, created_at timestamptz`;

/**
 * Inserts a request record for each row of `lines`, which have a `node_id` beside, and counts those that were new, as parts of a statement.
 * Those that are there already stay as they are.
 */
export function insertRequestRecords(lines: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    requests as (insert into request_records (
      request_id, organization_id, workspace_id, key_id, user_id, endpoint, model, streamed,
      service_tier, outcome, status, error_code, engine_fault, engine, node_id, queued_ms, first_output_ms, duration_ms,
      input_tokens, cached_input_tokens, output_tokens, cost_nanos, cache_write_tokens, cache_saved_nanos, unlisted_calls, created_at)
    select
      request_id, organization_id, workspace_id, key_id, user_id, endpoint, model, coalesce(streamed, false),
      coalesce(service_tier, 'standard'), outcome, status, error_code, engine_fault, engine,
      split_part(node_id, '/', 1), queued_ms, first_output_ms, duration_ms,
      coalesce(input_tokens, 0), coalesce(cached_input_tokens, 0), coalesce(output_tokens, 0), coalesce(cost_nanos, 0),
      cache_write_tokens, cache_saved_nanos, coalesce(unlisted_calls, 0), created_at
    from ${lines}
    on conflict do nothing
    returning
      organization_id, workspace_id, user_id, outcome, status, input_tokens, cached_input_tokens, output_tokens, cost_nanos, cache_write_tokens,
      cache_saved_nanos, unlisted_calls, created_at, model, engine, node_id, streamed, service_tier, error_code, first_output_ms, duration_ms),
    ${COUNT_REQUESTS},
    ${COUNT_TRAFFIC}`;
}

/** Inserts records of calls that used nothing, which `nodeId` took. Fails where their week has no table. */
export async function insertCallRecords(
  db: Kysely<Tables>,
  records: JsonArray,
  nodeId: string,
): Promise<void> {
  const lines = sql`(
    select r.*, ${nodeId}::text as node_id from jsonb_to_recordset(${records}::jsonb) as r(${CALL_COLUMNS})) as lines`;
  await sql`with ${insertRequestRecords(lines)} select`.execute(db);
}

/** The same of a batch of the call journal: creates a missing week. */
export async function deliverCallRecords(
  db: Kysely<Tables>,
  records: JsonArray,
  nodeId: string,
): Promise<void> {
  try {
    await insertCallRecords(db, records, nodeId);
  } catch (error) {
    if (!isMissingMonth(error)) throw error;
    await makeWeeksOf(db, records);
    await insertCallRecords(db, records, nodeId);
  }
}
