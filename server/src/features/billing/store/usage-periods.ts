import { sql, type RawBuilder } from 'kysely';

/** The summed columns of `usage_periods`, as expressions over one record's columns. */
export const PERIOD_SUMS: Readonly<Record<string, RawBuilder<unknown>>> = {
  requests: sql`1`,
  input_tokens: sql.ref('input_tokens'),
  output_tokens: sql.ref('output_tokens'),
  cost_nanos: sql.ref('cost_nanos'),
  engine_cost_nanos: sql`coalesce(engine_cost_nanos, 0)`,
  plan_engine_cost_nanos: sql`case when billing_source = 'subscription' then coalesce(engine_cost_nanos, 0) else 0 end`,
  requests_without_cost: sql`case when engine_cost_nanos is null then 1 else 0 end`,
};
const NAMES = Object.keys(PERIOD_SUMS);
const COLUMNS = sql.join(NAMES.map((name) => sql.ref(name)));

export const PERIOD_KEY = sql`period, starts_at, organization_id, model`;
export const PERIODS = sql`(values ('day'), ('week'), ('month')) as periods(period)`;

/**
 * Adds the records of `fresh` to the sums of their days, weeks and months, always in the order of the key, or two nodes would
 * deadlock. First by the day, of which there are few: each record is read once.
 */
export const COUNT_PERIODS = sql`
    daily as (
      select date_trunc('day', created_at, 'UTC') as day, organization_id, model,
        ${sql.join(Object.entries(PERIOD_SUMS).map(([name, value]) => sql`sum(${value}) as ${sql.ref(name)}`))}
      from fresh group by 1, 2, 3
    ),
    periods as (
      insert into usage_periods (${PERIOD_KEY}, ${COLUMNS})
      select period, date_trunc(period, day, 'UTC'), organization_id, model, ${sql.join(NAMES.map((name) => sql`sum(${sql.ref(name)})`))}
      from daily cross join ${PERIODS} group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (${PERIOD_KEY}) do update set ${sql.join(
        NAMES.map(
          (name) =>
            sql`${sql.ref(name)} = ${sql.ref(`usage_periods.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
        ),
      )}
    )`;
