import { sql, type RawBuilder } from 'kysely';
import { CALL_COLUMNS } from '#features/request-records';
import type { JsonArray } from '#store';

/** A batch of the usage journal as rows. */
export function usageLines(batch: JsonArray): RawBuilder<unknown> {
  return sql`
    select * from jsonb_to_recordset(${batch}::jsonb) as r(
      ${CALL_COLUMNS}, reasoning_tokens bigint, billing_source text, price jsonb, server_tool_use jsonb, engine_cost_nanos bigint, plan_milli bigint,
      plan_windows jsonb, node_id text, estimated boolean, metadata jsonb, surface text)`;
}

/** Inserts the usage records of `lines` and returns those that were new. */
export const INSERT_USAGE_RECORDS = sql`
    insert into usage_records (
      request_id, organization_id, workspace_id, key_id, user_id, endpoint, model,
      input_tokens, cached_input_tokens, output_tokens, reasoning_tokens,
      billing_source, price, server_tool_use, cost_nanos, engine_cost_nanos, plan_milli, plan_windows, node_id, estimated, outcome, metadata, surface, service_tier, created_at)
    select
      request_id, organization_id, workspace_id, key_id, user_id, endpoint, model,
      input_tokens, cached_input_tokens, output_tokens, reasoning_tokens,
      billing_source, price, server_tool_use, cost_nanos, engine_cost_nanos, coalesce(plan_milli, 0), plan_windows, node_id, estimated, outcome, metadata, surface, coalesce(service_tier, 'standard'), created_at
    from lines
    on conflict (request_id, created_at) do nothing
    returning *`;
