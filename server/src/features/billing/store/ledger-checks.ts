import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '#store';
import { PERIOD_KEY, PERIOD_SUMS, PERIODS } from './usage-periods.ts';
import { SUM_KEY, USAGE_SUMS } from './usage-sums.ts';

/** One property of the books and the query that finds its violations. */
export interface LedgerCheck {
  readonly property: string;
  find(trx: Kysely<Tables>, nowMs: number, most: number): Promise<string[]>;
}

/** `query` selects one text column, `finding`. */
function check(property: string, query: (nowMs: number) => RawBuilder<{ finding: string }>): LedgerCheck {
  return {
    property,
    async find(trx, nowMs, most) {
      const { rows } = await sql<{
        finding: string;
      }>`select finding from (${query(nowMs)}) as broken limit ${sql.lit(most)}`.execute(trx);
      return rows.map(({ finding }) => finding);
    },
  };
}

const OF_RECORDS = sql`array[${sql.join(Object.values(USAGE_SUMS).map((value) => sql`sum(${value})`))}]::bigint[]`;
const OF_HOURS = sql`array[${sql.join(Object.keys(USAGE_SUMS).map((name) => sql`sum(${sql.ref(name)})`))}]::bigint[]`;
const COUNTED = sql`array[${sql.join(Object.keys(USAGE_SUMS).map((name) => sql.ref(name)))}]`;
const OF_PERIOD = sql`array[${sql.join(Object.values(PERIOD_SUMS).map((value) => sql`sum(${value})`))}]::bigint[]`;
const OF_DAYS = sql`array[${sql.join(Object.keys(PERIOD_SUMS).map((name) => sql`sum(${sql.ref(name)})`))}]::bigint[]`;
const COUNTED_IN_PERIOD = sql`array[${sql.join(Object.keys(PERIOD_SUMS).map((name) => sql.ref(name)))}]`;

/** Months whose records were dropped: only `usage_hours` still holds their sums. */
const DROPPED = sql`(select starts_at from usage_months where dropped_at is not null)`;

export const LEDGER_CHECKS: readonly LedgerCheck[] = [
  check(
    'the entries of every transaction add up to zero',
    () => sql`
      select 'transaction ' || transaction_id || ' is off by ' || sum(amount_nanos) as finding
      from ledger_entries group by transaction_id having sum(amount_nanos) <> 0`,
  ),
  check(
    'every balance is the sum of its entries',
    () => sql`
      select 'organization ' || coalesce(w.organization_id, e.organization_id) || ': balance ' || coalesce(w.balance_nanos, 0) || ', entries ' || coalesce(e.nanos, 0) as finding
      from wallets w full join (
        select organization_id, sum(amount_nanos) as nanos from ledger_entries where account = 'wallet' group by organization_id) e
        on e.organization_id = w.organization_id
      where coalesce(w.balance_nanos, 0) <> coalesce(e.nanos, 0)`,
  ),
  check(
    'every record that credits paid is charged once, at its cost',
    () => sql`
      select 'request ' || u.request_id || ': cost ' || u.cost_nanos || ', charged ' || coalesce(-e.amount_nanos, 0) as finding
      from usage_records u left join ledger_entries e on e.transaction_id = u.request_id and e.account = 'wallet'
      where u.cost_nanos > 0 and (e.amount_nanos is null or e.amount_nanos <> -u.cost_nanos or e.organization_id <> u.organization_id)`,
  ),
  check(
    'every charge has its record, unless its month was dropped',
    () => sql`
      select 'transaction ' || e.transaction_id as finding
      from ledger_entries e left join usage_records u on u.request_id = e.transaction_id
      where e.kind = 'usage' and (u.request_id is null or u.cost_nanos = 0) and date_trunc('month', e.created_at, 'UTC') not in ${DROPPED}`,
  ),
  check(
    'the charges of every dropped month add up to its usage by the hour',
    () => sql`
      with charged as (
        select organization_id, date_trunc('month', created_at, 'UTC') as month, -sum(amount_nanos) as nanos
        from ledger_entries where kind = 'usage' and account = 'wallet' and date_trunc('month', created_at, 'UTC') in ${DROPPED} group by 1, 2),
      counted as (
        select organization_id, date_trunc('month', starts_at, 'UTC') as month, sum(cost_nanos) as nanos
        from usage_hours where cost_nanos > 0 and date_trunc('month', starts_at, 'UTC') in ${DROPPED} group by 1, 2)
      select 'organization ' || organization_id || ', ' || to_char(month at time zone 'UTC', 'YYYY-MM')
        || ': charged ' || coalesce(e.nanos, 0) || ', counted ' || coalesce(h.nanos, 0) as finding
      from charged e full join counted h using (organization_id, month)
      where coalesce(e.nanos, 0) <> coalesce(h.nanos, 0)`,
  ),
  check(
    'usage by the hour is the sum of the records',
    () => sql`
      with recorded as (
        select ${SUM_KEY.ofRecord}, ${OF_RECORDS} as sums from usage_records group by ${SUM_KEY.ordinals}),
      counted as (
        select ${SUM_KEY.columns}, ${COUNTED} as sums from usage_hours where date_trunc('month', starts_at, 'UTC') not in ${DROPPED})
      select 'organization ' || organization_id || ', ' || to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:00') || ', key ' || key_id || ', ' || model
        || ': recorded ' || coalesce(r.sums::text, 'nothing') || ', counted ' || coalesce(h.sums::text, 'nothing') as finding
      from recorded r full join counted h using (${SUM_KEY.columns})
      where r.sums is distinct from h.sums`,
  ),
  check(
    'usage by the day is the sum of usage by the hour',
    () => sql`
      with summed as (
        select ${SUM_KEY.ofHour}, ${OF_HOURS} as sums from usage_hours group by ${SUM_KEY.ordinals}),
      counted as (
        select ${SUM_KEY.columns}, ${COUNTED} as sums from usage_days)
      select 'organization ' || organization_id || ', ' || to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD') || ', key ' || key_id || ', ' || model
        || ': by the hour ' || coalesce(s.sums::text, 'nothing') || ', counted ' || coalesce(d.sums::text, 'nothing') as finding
      from summed s full join counted d using (${SUM_KEY.columns})
      where s.sums is distinct from d.sums`,
  ),
  check(
    'usage of every organization by the day is the sum of the records',
    () => sql`
      with recorded as (
        select 'day' as period, date_trunc('day', created_at, 'UTC') as starts_at, organization_id, model, ${OF_PERIOD} as sums
        from usage_records group by 1, 2, 3, 4),
      counted as (
        select ${PERIOD_KEY}, ${COUNTED_IN_PERIOD} as sums from usage_periods
        where period = 'day' and date_trunc('month', starts_at, 'UTC') not in ${DROPPED})
      select 'organization ' || organization_id || ', ' || to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD') || ', ' || model
        || ': recorded ' || coalesce(r.sums::text, 'nothing') || ', counted ' || coalesce(c.sums::text, 'nothing') as finding
      from recorded r full join counted c using (${PERIOD_KEY})
      where r.sums is distinct from c.sums`,
  ),
  check(
    'usage of every organization by week and month is the sum of usage by the day',
    () => sql`
      with summed as (
        select periods.period, date_trunc(periods.period, starts_at, 'UTC') as starts_at, organization_id, model, ${OF_DAYS} as sums
        from usage_periods d cross join ${PERIODS} where d.period = 'day' group by 1, 2, 3, 4),
      counted as (select ${PERIOD_KEY}, ${COUNTED_IN_PERIOD} as sums from usage_periods)
      select 'organization ' || organization_id || ', ' || period || ' of ' || to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD') || ', ' || model
        || ': by the day ' || coalesce(s.sums::text, 'nothing') || ', counted ' || coalesce(c.sums::text, 'nothing') as finding
      from summed s full join counted c using (${PERIOD_KEY})
      where s.sums is distinct from c.sums`,
  ),
  check(
    'what credits paid adds up to the spend of every month and scope',
    () => sql`
      with recorded as (
        select organization_id, date_trunc('month', created_at, 'UTC') as month, scope, scope_id, sum(cost_nanos) as nanos
        from (
          select organization_id, created_at, workspace_id, user_id, key_id, cost_nanos from usage_records
          union all
          select organization_id, starts_at, workspace_id, nullif(user_id, ''), nullif(key_id, ''), cost_nanos
          from usage_hours where date_trunc('month', starts_at, 'UTC') in ${DROPPED}) as used
        cross join lateral (values ('organization', ''), ('workspace', workspace_id), ('member', user_id), ('key', key_id)) as scopes(scope, scope_id)
        where cost_nanos > 0 and scope_id is not null group by 1, 2, 3, 4)
      select 'organization ' || coalesce(r.organization_id, s.organization_id) || ', ' || coalesce(r.scope, s.scope) || ' ' || coalesce(r.scope_id, s.scope_id)
        || ': recorded ' || coalesce(r.nanos, 0) || ', counted ' || coalesce(s.spent_nanos, 0) as finding
      from recorded r full join credit_spend s
        on s.organization_id = r.organization_id and s.month_starts_at = r.month and s.scope = r.scope and s.scope_id = r.scope_id
      where coalesce(r.nanos, 0) <> coalesce(s.spent_nanos, 0)`,
  ),
  check(
    'what the plan paid adds up to the windows of each kind',
    () => sql`
      with recorded as (
        select organization_id, kind, sum(plan_milli) as milli
        from (
          select organization_id, plan_milli from usage_records where plan_windows is not null
          union all
          select organization_id, plan_milli
          from usage_hours where billing_source = 'subscription' and date_trunc('month', starts_at, 'UTC') in ${DROPPED}) as used
        cross join (values ('monthly'), ('weekly'), ('session')) as kinds(kind) group by 1, 2),
      counted as (select organization_id, kind, sum(used_milli) as milli from plan_usage group by 1, 2)
      select 'organization ' || coalesce(r.organization_id, c.organization_id) || ', ' || coalesce(r.kind, c.kind)
        || ': recorded ' || coalesce(r.milli, 0) || ', counted ' || coalesce(c.milli, 0) as finding
      from recorded r full join counted c on c.organization_id = r.organization_id and c.kind = r.kind
      where coalesce(r.milli, 0) <> coalesce(c.milli, 0)`,
  ),
  check(
    'no hold is older than its lease',
    (nowMs) => sql`
      select 'organization ' || organization_id || ', node ' || node_id || ': ' || leased_nanos as finding
      from wallet_leases where leased_nanos > 0 and expires_at < to_timestamp(${nowMs}::double precision / 1000) - interval '2 minutes'`,
  ),
];
