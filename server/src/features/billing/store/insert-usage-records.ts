import { sql, type RawBuilder } from 'kysely';
import type { JsonArray } from '#store';

/** Inserts a batch's records and returns those that were new. */
export function insertUsageRecords(batch: JsonArray): RawBuilder<unknown> {
  return sql`
    insert into usage_records (
      request_id, organization_id, workspace_id, key_id, user_id, endpoint, model,
      input_tokens, cached_input_tokens, output_tokens, reasoning_tokens,
      billing_source, price, server_tool_use, cost_nanos, plan_milli, plan_windows, node_id, estimated, outcome, metadata, surface, service_tier, created_at)
    select
      request_id, organization_id, workspace_id, key_id, user_id, endpoint, model,
      input_tokens, cached_input_tokens, output_tokens, reasoning_tokens,
      billing_source, price, server_tool_use, cost_nanos, coalesce(plan_milli, 0), plan_windows, node_id, estimated, outcome, metadata, surface, coalesce(service_tier, 'standard'), created_at
    from jsonb_to_recordset(${batch}::jsonb) as r(
      request_id text, organization_id text, workspace_id text, key_id text, user_id text, endpoint text, model text,
      input_tokens bigint, cached_input_tokens bigint, output_tokens bigint, reasoning_tokens bigint,
      billing_source text, price jsonb, server_tool_use jsonb, cost_nanos bigint, plan_milli bigint, plan_windows jsonb, node_id text,
      estimated boolean, outcome text, metadata jsonb, surface text, service_tier text, created_at timestamptz)
    on conflict (request_id, created_at) do nothing
    returning *`;
}
