import { sql, type Kysely } from 'kysely';
import { codeOf } from '../store-unavailable.ts';
import type { Tables } from '../tables.ts';

/**
 * Writes records given as JSON texts joined by commas, so that nothing is parsed on this side. Records already there
 * are left alone: that is what makes replaying harmless. Throws StoreUnavailable or the server's DatabaseError.
 */
export async function insertUsage(db: Kysely<Tables>, joinedRecords: string): Promise<void> {
  await sql`
    insert into usage_records (
      request_id, organization_id, workspace_id, key_id, user_id, endpoint, model,
      input_tokens, cached_input_tokens, output_tokens, reasoning_tokens,
      billing_source, price, cost_nanos, estimated, outcome, metadata, created_at)
    select
      request_id, organization_id, workspace_id, key_id, user_id, endpoint, model,
      input_tokens, cached_input_tokens, output_tokens, reasoning_tokens,
      billing_source, price, cost_nanos, estimated, outcome, metadata, created_at
    from jsonb_to_recordset(${`[${joinedRecords}]`}::jsonb) as r(
      request_id text, organization_id text, workspace_id text, key_id text, user_id text, endpoint text, model text,
      input_tokens bigint, cached_input_tokens bigint, output_tokens bigint, reasoning_tokens bigint,
      billing_source text, price jsonb, cost_nanos bigint, estimated boolean, outcome text, metadata jsonb, created_at timestamptz)
    on conflict (request_id) do nothing`.execute(db);
}

/**
 * True when a record's own content was refused: data exceptions, constraints, size limits. Anything else (a missing
 * table, a missing right) would be refused for every record alike and must wait until it is repaired.
 */
export function isContentRefusal(error: unknown): boolean {
  const sqlClass = codeOf(error)?.slice(0, 2);
  return sqlClass === '22' || sqlClass === '23' || sqlClass === '54';
}
