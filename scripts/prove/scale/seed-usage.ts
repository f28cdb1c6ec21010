import {
  PERIOD_KEY,
  PERIOD_SUMS,
  PERIODS,
  SUM_KEY,
  USAGE_SUMS,
} from '../../../server/src/features/billing/index.ts';
import { makeUsageMonth, usageMonth, type Tables } from '../../../server/src/store/index.ts';
import { sql, type Kysely, type RawBuilder } from '../../../server/test-kit/index.ts';
import { loadInBulk } from './load-in-bulk.ts';
import { REPORT_DAYS, seededId as id, seededUntilMs, type Amounts } from './seeded.ts';

const DAY_MS = 86_400_000;
/** A tenth of the records is older than the days a report covers, so that there is a month to drop. */
const OLD_SHARE = 0.1;
const OLD_DAYS = 75;
const DAYS = OLD_DAYS + REPORT_DAYS;
/** Days between two lines about how far it is. */
const REPORT_EVERY_DAYS = 10;

/** What one record in a day each leaves behind. */
const FILLED = ['usage_records', 'usage_hours', 'usage_days', 'ledger_entries', 'credit_spend', 'plan_usage'];

/** Usage records, and all that the service counts with each of them, day by day: what follows from a day is read while it is in memory. */
export async function seedUsage(
  db: Kysely<Tables>,
  amounts: Amounts,
  progress: (what: string) => void,
): Promise<void> {
  await makeMonths(db);
  await loadInBulk(db, FILLED, async (trx) => {
    await sql`create temporary table daily (day timestamptz, organization_id text, model text, ${PERIOD_COLUMNS}) on commit drop`.execute(
      trx,
    );
    for (let day = 0; day < DAYS; day++) {
      const [from, to] = [day, day + 1].map((days) => recordsBefore(amounts, days)) as [number, number];
      if (to > from) await dayOf(amounts, day, from, to).execute(trx);
      if (day % REPORT_EVERY_DAYS === 0) progress(`${to} records`);
    }
    for (const statement of CONSEQUENCES) await statement.execute(trx);
    progress('what follows from them');
  });
}

async function makeMonths(db: Kysely<Tables>): Promise<void> {
  for (let ms = startMs(0); ms < seededUntilMs() + 31 * DAY_MS; ms = usageMonth(ms, 1))
    await makeUsageMonth(db, usageMonth(ms));
}

function startMs(day: number): number {
  return seededUntilMs() - (DAYS - day) * DAY_MS;
}

/** How many records there are before so many days have passed. */
function recordsBefore({ records }: Amounts, days: number): number {
  const old = Math.min(days, OLD_DAYS) / OLD_DAYS;
  const recent = Math.max(0, days - OLD_DAYS) / REPORT_DAYS;
  return Math.floor(records * (OLD_SHARE * old + (1 - OLD_SHARE) * recent));
}

/** Records `from` up to `to`, spread over one day. */
function dayOf(amounts: Amounts, day: number, from: number, to: number): RawBuilder<unknown> {
  const sums = Object.keys(USAGE_SUMS).map((name) => sql`sum(${sql.ref(name)})`);
  return sql`
    with records as (insert into usage_records (${RECORD_COLUMNS}) ${recordsOf(amounts, day, from, to)} returning *),
    hours as (
      insert into usage_hours (${SUM_KEY.columns}, ${SUM_NAMES})
      select ${SUM_KEY.ofRecord}, ${sql.join(Object.values(USAGE_SUMS).map((value) => sql`sum(${value})`))}
      from records group by ${SUM_KEY.ordinals} order by 2, 1 returning *),
    days as (
      insert into usage_days (${SUM_KEY.columns}, ${SUM_NAMES})
      select ${SUM_KEY.ofHour}, ${sql.join(sums)} from hours group by ${SUM_KEY.ordinals} order by 2, 1),
    entries as (
      insert into ledger_entries (transaction_id, organization_id, account, amount_nanos, kind, created_at)
      select request_id, organization_id, account, sign * cost_nanos, 'usage', created_at
      from records cross join (values ('wallet', -1), ('revenue', 1)) as sides(account, sign) where cost_nanos > 0)
    insert into daily
    select date_trunc('day', created_at, 'UTC'), organization_id, model, ${sql.join(Object.values(PERIOD_SUMS).map((value) => sql`sum(${value})`))}
    from records group by 1, 2, 3`;
}

const RECORD_COLUMNS = sql`
  request_id, organization_id, workspace_id, key_id, user_id, endpoint, model, input_tokens, cached_input_tokens, output_tokens,
  reasoning_tokens, billing_source, price, cost_nanos, estimated, outcome, metadata, created_at, plan_milli, plan_windows, node_id`;

/** The first organizations have the most: with 10,000 of them, the first has 4.6 % of all. */
function recordsOf(amounts: Amounts, day: number, from: number, to: number): RawBuilder<unknown> {
  const { organizations, keys, callsInARow = 1 } = amounts;
  const keysEach = Math.max(1, Math.floor(keys / organizations));
  const startS = startMs(day) / 1000;
  const month = [0, 1].map((distance) => usageMonth(startMs(day), distance) / 1000);
  const windows = JSON.stringify([...month, startS, startS + 86_400, startS, startS + 86_400]);
  return sql`
    select ${id('req', 'n')}, ${id('org', 'o')}, ${id('ws', 'o')}, ${id('apikey', 'o + k * ' + organizations)}, ${id('user', 'o')},
      '/v1/chat/completions', case when m < 0.6 then 'Svc Standard' when m < 0.9 then 'Svc Fast' else 'Svc Large' end,
      100 + n % 900, n % 50, 20 + n % 400, 0, case when paid then 'api_credit' else 'subscription' end,
      '{"currency": "usd", "input": "3", "cached_input": "0.3", "output": "15", "batch_discount": "0.5"}'::jsonb,
      case when paid then 1000 * (100 + n % 900) else 0 end, false, 'completed', null::jsonb,
      to_timestamp(${startS}::bigint + (n - ${from}::int) * 86400::float8 / ${to - from}::int),
      case when paid then 0 else 1000 * (120 + n % 900) end, case when paid then null else ${windows}::jsonb end, 'node_seed/run_seed'
    from (
      select first, floor(${organizations}::int * power(random(), 3))::int as o, floor(${keysEach}::int * random())::int as k, random() as m, random() < 0.05 as paid
      from generate_series(${from}::int, ${to}::int - 1, ${callsInARow}::int) as first) as drawn
    cross join lateral generate_series(first, least(first + ${callsInARow}::int, ${to}::int) - 1) as n`;
}

const PERIOD_NAMES = sql.join(Object.keys(PERIOD_SUMS).map((name) => sql.ref(name)));
const PERIOD_COLUMNS = sql.join(Object.keys(PERIOD_SUMS).map((name) => sql`${sql.ref(name)} numeric`));
const SUM_NAMES = sql.join(Object.keys(USAGE_SUMS).map((name) => sql.ref(name)));

/** What the service counts of many days together. */
const CONSEQUENCES = [
  sql`
    insert into usage_periods (${PERIOD_KEY}, ${PERIOD_NAMES})
    select period, date_trunc(period, day, 'UTC'), organization_id, model, ${sql.join(Object.keys(PERIOD_SUMS).map((name) => sql`sum(${sql.ref(name)})`))}
    from daily cross join ${PERIODS} group by 1, 2, 3, 4 order by 2, 1`,
  sql`
    insert into wallets select organization_id, sum(amount_nanos) from ledger_entries where account = 'wallet' group by 1`,
  sql`
    insert into credit_spend
    select organization_id, date_trunc('month', starts_at, 'UTC'), scope, scope_id, sum(cost_nanos)
    from usage_hours cross join lateral (values ('organization', ''), ('workspace', workspace_id), ('member', user_id), ('key', key_id)) as scopes(scope, scope_id)
    where cost_nanos > 0 group by 1, 2, 3, 4`,
  sql`
    insert into plan_usage
    select organization_id, kind, date_trunc(unit, starts_at, 'UTC'), (date_trunc(unit, starts_at at time zone 'UTC') + size) at time zone 'UTC', sum(plan_milli)
    from usage_hours cross join (values ('monthly', 'month', interval '1 month'), ('weekly', 'day', interval '1 day'), ('session', 'day', interval '1 day'))
      as kinds(kind, unit, size)
    where billing_source = 'subscription' group by 1, 2, 3, 4`,
];
