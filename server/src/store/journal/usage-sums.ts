import { sql, type RawBuilder } from 'kysely';

const KEY = sql`organization_id, starts_at, key_id, model, billing_source, endpoint, workspace_id, user_id`;
const EVERY_KEY_COLUMN = sql`1, 2, 3, 4, 5, 6, 7, 8`;

const searches = sql`coalesce((server_tool_use ->> 'web_search')::bigint, 0)`;
const fetches = sql`coalesce((server_tool_use ->> 'web_fetch')::bigint, 0)`;
const priceOf = (name: string) => sql`coalesce((price ->> ${sql.lit(name)})::numeric, 0)`;
/** Nothing is divided where the plan paid. */
const ofCost = (nanos: RawBuilder<unknown>) => sql`case when cost_nanos > 0 then trunc(${nanos})::bigint else 0 end`;

/**
 * What is added up of records, each sum as an expression over the columns of one. The cost is divided by what it was paid for;
 * input that was not cached is the rest, with what was rounded up.
 */
export const USAGE_SUMS: Readonly<Record<string, RawBuilder<unknown>>> = {
  requests: sql`1`,
  input_tokens: sql.ref('input_tokens'),
  cached_input_tokens: sql.ref('cached_input_tokens'),
  output_tokens: sql.ref('output_tokens'),
  reasoning_tokens: sql.ref('reasoning_tokens'),
  cost_nanos: sql.ref('cost_nanos'),
  plan_milli: sql.ref('plan_milli'),
  web_searches: searches,
  cached_input_nanos: ofCost(sql`cached_input_tokens * ${priceOf('cached_input')} * 1000`),
  output_nanos: ofCost(sql`output_tokens * ${priceOf('output')} * 1000`),
  tool_nanos: ofCost(sql`1000000000 * (${searches} * ${priceOf('web_search')} + ${fetches} * ${priceOf('web_fetch')})`),
};
const NAMES = Object.keys(USAGE_SUMS);

/**
 * Adds the records of `fresh` to the sums by the hour, and those to the sums by the day: the days cost a few rows more, not
 * the records once more. Always in the order of the key, or two nodes would wait for each other.
 */
export const COUNT_SUMS = sql`
    hourly as (
      select
        organization_id, date_trunc('hour', created_at, 'UTC') as starts_at, coalesce(key_id, '') as key_id, model, billing_source, endpoint,
        workspace_id, coalesce(user_id, '') as user_id,
        ${sql.join(Object.entries(USAGE_SUMS).map(([name, value]) => sql`sum(${value}) as ${sql.ref(name)}`))}
      from fresh group by ${EVERY_KEY_COLUMN}
    ),
    hours as (${addTo('usage_hours', sql`select * from hourly`)}),
    days as (${addTo(
      'usage_days',
      sql`
        select organization_id, date_trunc('day', starts_at, 'UTC'), key_id, model, billing_source, endpoint, workspace_id, user_id,
          ${sql.join(NAMES.map((name) => sql`sum(${sql.ref(name)})`))}
        from hourly group by ${EVERY_KEY_COLUMN}`,
    )})`;

function addTo(table: 'usage_hours' | 'usage_days', rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const added = NAMES.map((name) => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`);
  return sql`
      insert into ${sql.table(table)} (${KEY}, ${sql.join(NAMES.map((name) => sql.ref(name)))})
      ${rows} order by ${EVERY_KEY_COLUMN}
      on conflict (${KEY}) do update set ${sql.join(added)}`;
}
