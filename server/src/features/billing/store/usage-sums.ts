import { SERVER_TOOL_USES, type ServerToolUseName } from '@svc/contract';
import { sql, type RawBuilder } from 'kysely';

/**
 * The grouping columns of usage sums, besides the organization and the hour or day, as expressions over one
 * record's columns. Empty text where a record has no value, because these columns are part of a primary key.
 */
const KEY: Readonly<Record<string, RawBuilder<unknown>>> = {
  key_id: sql`coalesce(key_id, '')`,
  model: sql.ref('model'),
  billing_source: sql.ref('billing_source'),
  endpoint: sql.ref('endpoint'),
  workspace_id: sql.ref('workspace_id'),
  user_id: sql`coalesce(user_id, '')`,
  surface: sql`coalesce(surface, '')`,
  service_tier: sql.ref('service_tier'),
};
const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
const expressions = (of: Readonly<Record<string, RawBuilder<unknown>>>) =>
  sql.join(Object.entries(of).map(([name, value]) => sql`${value} as ${sql.ref(name)}`));

/**
 * The primary key of `usage_hours` and `usage_days`; its expressions over a record, and over an hour for its
 * day; and the ordinals of its columns in those.
 */
export const SUM_KEY = {
  columns: columns(['organization_id', 'starts_at', ...Object.keys(KEY)]),
  ofRecord: sql`organization_id, date_trunc('hour', created_at, 'UTC') as starts_at, ${expressions(KEY)}`,
  ofHour: sql`organization_id, date_trunc('day', starts_at, 'UTC') as starts_at, ${columns(Object.keys(KEY))}`,
  ordinals: sql.join(
    ['organization_id', 'starts_at', ...Object.keys(KEY)].map((_, index) => sql.lit(index + 1)),
  ),
};

const usesOf = (name: ServerToolUseName) => sql`coalesce((server_tool_use ->> ${sql.lit(name)})::bigint, 0)`;
const priceOf = (name: string) => sql`coalesce((price ->> ${sql.lit(name)})::numeric, 0)`;
/** Nothing is split when the plan paid. */
const ofCost = (nanos: RawBuilder<unknown>) =>
  sql`case when cost_nanos > 0 then trunc(${nanos})::bigint else 0 end`;

/**
 * The summed columns, as expressions over one record's columns. The cost is split by what it was paid for;
 * uncached input gets the remainder, including what was rounded up.
 */
export const USAGE_SUMS: Readonly<Record<string, RawBuilder<unknown>>> = {
  requests: sql`1`,
  input_tokens: sql.ref('input_tokens'),
  cached_input_tokens: sql.ref('cached_input_tokens'),
  output_tokens: sql.ref('output_tokens'),
  reasoning_tokens: sql.ref('reasoning_tokens'),
  cost_nanos: sql.ref('cost_nanos'),
  plan_milli: sql.ref('plan_milli'),
  web_searches: usesOf('web_search'),
  cached_input_nanos: ofCost(sql`cached_input_tokens * ${priceOf('cached_input')} * 1000`),
  output_nanos: ofCost(sql`output_tokens * ${priceOf('output')} * 1000`),
  tool_nanos: ofCost(
    sql`1000000000 * (${sql.join(
      Object.values(SERVER_TOOL_USES).map((name) => sql`${usesOf(name)} * ${priceOf(name)}`),
      sql` + `,
    )})`,
  ),
};
const NAMES = Object.keys(USAGE_SUMS);

/**
 * Adds the records of `fresh` to the hourly sums and those to the daily sums: the days cost a few more rows,
 * not a second pass over the records. Always writes in the order of the key, or two nodes would deadlock.
 */
export const COUNT_SUMS = sql`
    hourly as (
      select ${SUM_KEY.ofRecord}, ${sql.join(Object.entries(USAGE_SUMS).map(([name, value]) => sql`sum(${value}) as ${sql.ref(name)}`))}
      from fresh group by ${SUM_KEY.ordinals}
    ),
    hours as (${addTo('usage_hours', sql`select * from hourly`)}),
    days as (${addTo(
      'usage_days',
      sql`
        select ${SUM_KEY.ofHour}, ${sql.join(NAMES.map((name) => sql`sum(${sql.ref(name)})`))}
        from hourly group by ${SUM_KEY.ordinals}`,
    )})`;

function addTo(table: 'usage_hours' | 'usage_days', rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const added = NAMES.map(
    (name) => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
  );
  return sql`
      insert into ${sql.table(table)} (${SUM_KEY.columns}, ${columns(NAMES)})
      ${rows} order by ${SUM_KEY.ordinals}
      on conflict (${SUM_KEY.columns}) do update set ${sql.join(added)}`;
}
