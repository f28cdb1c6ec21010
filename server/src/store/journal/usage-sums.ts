import { sql, type RawBuilder } from 'kysely';

const KEY = sql`organization_id, starts_at, key_id, model, billing_source, endpoint, workspace_id, user_id`;
const EVERY_KEY_COLUMN = sql`1, 2, 3, 4, 5, 6, 7, 8`;
const SUMS = ['requests', 'input_tokens', 'cached_input_tokens', 'output_tokens', 'reasoning_tokens', 'cost_nanos', 'plan_milli'];

/**
 * Adds the records of `fresh` to the sums by the hour, and those to the sums by the day: the days cost a few rows more, not
 * the records once more. Always in the order of the key, or two nodes would wait for each other.
 */
export const COUNT_SUMS = sql`
    hourly as (
      select
        organization_id, date_trunc('hour', created_at, 'UTC') as starts_at, coalesce(key_id, '') as key_id, model, billing_source, endpoint,
        workspace_id, coalesce(user_id, '') as user_id, count(*) as requests, ${sums(SUMS.slice(1))}
      from fresh group by ${EVERY_KEY_COLUMN}
    ),
    hours as (${addTo('usage_hours', sql`select * from hourly`)}),
    days as (${addTo(
      'usage_days',
      sql`
        select organization_id, date_trunc('day', starts_at, 'UTC'), key_id, model, billing_source, endpoint, workspace_id, user_id, ${sums(SUMS)}
        from hourly group by ${EVERY_KEY_COLUMN}`,
    )})`;

function sums(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql`sum(${sql.ref(column)}) as ${sql.ref(column)}`));
}

function addTo(table: 'usage_hours' | 'usage_days', rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const added = SUMS.map((column) => sql`${sql.ref(column)} = ${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`);
  return sql`
      insert into ${sql.table(table)} (${KEY}, ${sql.join(SUMS.map((column) => sql.ref(column)))})
      ${rows} order by ${EVERY_KEY_COLUMN}
      on conflict (${KEY}) do update set ${sql.join(added)}`;
}
