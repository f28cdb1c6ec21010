import { hash } from 'node:crypto';
import {
  PERIOD_KEY,
  PERIOD_SUMS,
  PERIODS,
  SUM_KEY,
  USAGE_SUMS,
} from '../../../server/src/features/billing/index.ts';
import { makeUsageMonth, usageMonth, type Store, type Tables } from '../../../server/src/store/index.ts';
import { sql, type Kysely } from '../../../server/test-kit/index.ts';

/** How much is put into a database. Keys and records are spread over the organizations. */
export interface Amounts {
  readonly organizations: number;
  readonly keys: number;
  readonly records: number;
}

const DAY_MS = 86_400_000;
/** A tenth of the records is older than the days a report covers, so that there is a month to drop. */
const OLD_SHARE = 0.1;
const OLD_DAYS = 75;
export const REPORT_DAYS = 31;
const CHUNK = 1_000_000;

/** The secret of a seeded key, as the statement below makes it. Key `n` belongs to organization `n % organizations`. */
export function seededSecret(n: number): string {
  return `sk_live_${hash('md5', `key ${n}`)}${hash('md5', `half ${n}`)}`;
}

export function seededOrganization(n: number): string {
  return `org_${String(n).padStart(26, '0')}`;
}

/** The midnight, UTC, before which everything seeded happened: no window but the month is open. */
export function seededUntilMs(): number {
  return Math.floor(Date.now() / DAY_MS) * DAY_MS;
}

/** Fills a migrated database with SQL alone. Its books add up. `told` hears how far it is. */
export async function seed(
  store: Store,
  amounts: Amounts,
  told: (what: string) => void | Promise<void>,
): Promise<void> {
  await store.withoutTimeLimits(async (db) => {
    await sql`set work_mem = '512MB'`.execute(db);
    for (const statement of PEOPLE) await statement(amounts).execute(db);
    await told(`${amounts.organizations} organizations, ${amounts.keys} keys`);
    if (amounts.records > 0) await seedUsage(db, amounts, told);
    await sql`vacuum analyze`.execute(db);
    await told('analyzed');
  });
}

const id = (prefix: string, number: string) => sql.raw(`'${prefix}_' || lpad((${number})::text, 26, '0')`);

const PEOPLE: readonly ((amounts: Amounts) => ReturnType<typeof sql>)[] = [
  ({ organizations }) => sql`
    insert into organizations (id, name, provisioning_name, plan, credits_enabled, subscribed_at, created_at)
    select ${id('org', 'n')}, 'Organization ' || n, 'Organization ' || n, 'pro', true, '2026-01-01Z', '2026-01-01Z' from generate_series(0, ${organizations}::int - 1) as n`,
  ({ organizations }) => sql`
    insert into users (id, email, name, created_at)
    select ${id('user', 'n')}, 'owner' || n || '@seed.test', 'Owner', '2026-01-01Z' from generate_series(0, ${organizations}::int - 1) as n`,
  ({ organizations }) => sql`
    insert into members (organization_id, user_id, role, added_at)
    select ${id('org', 'n')}, ${id('user', 'n')}, 'primary_owner', '2026-01-01Z' from generate_series(0, ${organizations}::int - 1) as n`,
  ({ organizations }) => sql`
    insert into workspaces (id, organization_id, name, is_default, created_at)
    select ${id('ws', 'n')}, ${id('org', 'n')}, 'Default', true, '2026-01-01Z' from generate_series(0, ${organizations}::int - 1) as n`,
  ({ organizations, keys }) => sql`
    insert into api_keys (id, organization_id, workspace_id, created_by, name, kind, fingerprint, prefix, hint, pinned_version, created_at)
    select ${id('apikey', 'n')}, ${id('org', 'o')}, ${id('ws', 'o')}, ${id('user', 'o')}, 'key ' || n, 'private',
      sha256(convert_to('sk_live_' || md5('key ' || n) || md5('half ' || n), 'UTF8')), 'sk_live_0000', '0000', '2026-11-01', '2026-01-01Z'
    from generate_series(0, ${keys}::int - 1) as n cross join lateral (select n % ${organizations}::int as o) as owner`,
];

async function seedUsage(
  db: Kysely<Tables>,
  amounts: Amounts,
  told: (what: string) => void | Promise<void>,
): Promise<void> {
  await makeMonths(db);
  for (let from = 0; from < amounts.records; from += CHUNK) {
    await recordsBetween(amounts, from, Math.min(from + CHUNK, amounts.records)).execute(db);
    await told(`${Math.min(from + CHUNK, amounts.records)} records`);
  }
  for (const statement of CONSEQUENCES) await statement.execute(db);
  await told('what follows from them');
}

async function makeMonths(db: Kysely<Tables>): Promise<void> {
  for (
    let ms = seededUntilMs() - (REPORT_DAYS + OLD_DAYS) * DAY_MS;
    ms < seededUntilMs() + 31 * DAY_MS;
    ms = usageMonth(ms, 1)
  )
    await makeUsageMonth(db, usageMonth(ms));
}

/** In the order of time. The first organizations have the most: with 10,000 of them, the first has 4.6 % of all. */
function recordsBetween({ organizations, keys, records }: Amounts, from: number, to: number) {
  const keysEach = Math.max(1, Math.floor(keys / organizations));
  const startS = seededUntilMs() / 1000 - (REPORT_DAYS + OLD_DAYS) * 86_400;
  return sql`
    insert into usage_records (
      request_id, organization_id, workspace_id, key_id, user_id, endpoint, model, input_tokens, cached_input_tokens, output_tokens,
      reasoning_tokens, billing_source, price, cost_nanos, estimated, outcome, metadata, created_at, plan_milli, plan_windows, node_id)
    select ${id('req', 'n')}, ${id('org', 'o')}, ${id('ws', 'o')}, ${id('apikey', 'o + k * ' + organizations)}, ${id('user', 'o')},
      '/v1/chat/completions', case when m < 0.6 then 'Svc Standard' when m < 0.9 then 'Svc Fast' else 'Svc Large' end,
      100 + n % 900, n % 50, 20 + n % 400, 0, case when paid then 'api_credit' else 'subscription' end,
      '{"currency": "usd", "input": "3", "cached_input": "0.3", "output": "15", "batch_discount": "0.5"}',
      case when paid then 1000 * (100 + n % 900) else 0 end, false, 'completed', null, at, case when paid then 0 else 1000 * (120 + n % 900) end,
      case when paid then null else jsonb_build_array(
        extract(epoch from month)::bigint, extract(epoch from month + interval '1 month')::bigint,
        extract(epoch from day)::bigint, extract(epoch from day)::bigint + 86400, extract(epoch from day)::bigint, extract(epoch from day)::bigint + 86400) end,
      'node_seed/run_seed'
    from (
      select n, floor(${organizations}::int * power(random(), 3))::int as o, floor(${keysEach}::int * random())::int as k, random() as m, random() < 0.05 as paid,
        to_timestamp(${startS}::bigint + case when n < ${records * OLD_SHARE}::float8
          then n / ${records * OLD_SHARE}::float8 * ${OLD_DAYS * 86_400}::int
          else ${OLD_DAYS * 86_400}::int + (n - ${records * OLD_SHARE}::float8) / ${records * (1 - OLD_SHARE)}::float8 * ${REPORT_DAYS * 86_400}::int end) as at
      from generate_series(${from}::int, ${to}::int - 1) as n) as drawn
    cross join lateral (
      select date_trunc('month', at at time zone 'UTC') as month, date_trunc('day', at at time zone 'UTC') as day) as calendar`;
}

const PERIOD_NAMES = sql.join(Object.keys(PERIOD_SUMS).map((name) => sql.ref(name)));
const SUM_NAMES = sql.join(Object.keys(USAGE_SUMS).map((name) => sql.ref(name)));

/** What the service counts with each record. */
const CONSEQUENCES = [
  sql`
    insert into usage_hours (${SUM_KEY.columns}, ${SUM_NAMES})
    select ${SUM_KEY.ofRecord},
      ${sql.join(Object.values(USAGE_SUMS).map((value) => sql`sum(${value})`))}
    from usage_records group by ${SUM_KEY.ordinals} order by 2, 1`,
  sql`
    insert into usage_days (${SUM_KEY.columns}, ${SUM_NAMES})
    select ${SUM_KEY.ofHour},
      ${sql.join(Object.keys(USAGE_SUMS).map((name) => sql`sum(${sql.ref(name)})`))}
    from usage_hours group by ${SUM_KEY.ordinals} order by 2, 1`,
  sql`
    insert into usage_periods (${PERIOD_KEY}, ${PERIOD_NAMES})
    select period, date_trunc(period, day, 'UTC'), organization_id, model, ${sql.join(Object.keys(PERIOD_SUMS).map((name) => sql`sum(${sql.ref(name)})`))}
    from (
      select date_trunc('day', created_at, 'UTC') as day, organization_id, model,
        ${sql.join(Object.entries(PERIOD_SUMS).map(([name, value]) => sql`sum(${value}) as ${sql.ref(name)}`))}
      from usage_records group by 1, 2, 3) as daily
    cross join ${PERIODS} group by 1, 2, 3, 4 order by 2, 1`,
  sql`
    insert into ledger_entries (transaction_id, organization_id, account, amount_nanos, kind, created_at)
    select request_id, organization_id, account, sign * cost_nanos, 'usage', created_at
    from usage_records cross join (values ('wallet', -1), ('revenue', 1)) as sides(account, sign) where cost_nanos > 0`,
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
