import { sql } from 'kysely';

/** Latencies are of calls whose callers waited for them, and had what they asked for. */
const IS_LIVE = sql`outcome = 'completed' and service_tier = 'standard'`;

/**
 * Writes what the records of `requests`, those that were new, came to in each minute, in the statement that inserts them: a record that is
 * delivered again is counted once. Of the minute in which a call ended, so that a minute is complete when it is over, however long
 * calls take.
 */
export const COUNT_TRAFFIC = sql`
    traffic_counted as (
      insert into traffic_increments (
        starts_at, model, engine, node_id, code, requests, input_tokens, output_tokens, cached_input_tokens, cache_write_tokens, cache_saved_nanos, first_output_ms, duration_ms)
      select
        date_trunc('minute', created_at + coalesce(duration_ms, 0) * interval '1 millisecond', 'UTC'), coalesce(model, ''),
        coalesce(engine, ''), coalesce(node_id, ''),
        case when outcome in ('completed', 'client_closed') then outcome else coalesce(error_code, outcome) end,
        sum(1 + unlisted_calls), sum(input_tokens), sum(output_tokens),
        sum(cached_input_tokens), sum(coalesce(cache_write_tokens, 0)), sum(coalesce(cache_saved_nanos, 0)),
        coalesce(array_agg(first_output_ms) filter (where ${IS_LIVE} and streamed and first_output_ms is not null), '{}'),
        coalesce(array_agg(duration_ms) filter (where ${IS_LIVE} and duration_ms is not null), '{}')
      from requests
      group by 1, 2, 3, 4, 5)`;
