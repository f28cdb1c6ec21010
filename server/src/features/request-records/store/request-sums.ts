import { sql, type RawBuilder } from 'kysely';

const KEY = sql`organization_id, starts_at, workspace_id, user_id, outcome, status`;
const SUMMED = ['requests', 'input_tokens', 'cached_input_tokens', 'output_tokens', 'cost_nanos'] as const;
const SUMS = sql.join(SUMMED.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`));

/**
 * Adds the records of `requests`, those that were new, to the sums of their hours and days, in the statement that inserts them. Always in
 * the order of the key, or two nodes would deadlock.
 */
export const COUNT_REQUESTS = sql`
    requests_by_hour as (
      select ${KEY}, ${SUMS} from (
        select
          organization_id, date_trunc('hour', created_at, 'UTC') as starts_at, workspace_id, coalesce(user_id, '') as user_id, outcome,
          coalesce(status, 0) as status, 1 + unlisted_calls as requests, input_tokens, cached_input_tokens, output_tokens, cost_nanos
        from requests) as counted
      group by ${KEY}
    ),
    request_hours_counted as (${addTo('request_hours', sql`select * from requests_by_hour`)}),
    request_days_counted as (${addTo(
      'request_days',
      sql`
        select ${KEY}, ${SUMS} from (
          select
            organization_id, date_trunc('day', starts_at, 'UTC') as starts_at, workspace_id, user_id, outcome, status,
            ${sql.join(SUMMED.map((name) => sql.ref(name)))}
          from requests_by_hour) as counted
        group by ${KEY}`,
    )})`;

function addTo(table: 'request_hours' | 'request_days', rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const added = SUMMED.map(
    (name) => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
  );
  return sql`
      insert into ${sql.table(table)} (${KEY}, ${sql.join(SUMMED.map((name) => sql.ref(name)))})
      ${rows} order by ${KEY}
      on conflict (${KEY}) do update set ${sql.join(added)}`;
}
