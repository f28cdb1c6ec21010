import { sql, type Kysely, type RawBuilder } from 'kysely';
import { codeOf } from '../store-unavailable.ts';
import type { Tables } from '../tables.ts';
import { isMissingMonth, makeMonthsOf } from '../usage-months.ts';
import { COUNT_SUMS } from './usage-sums.ts';

/** Appears in a batch exactly when a record in it was paid by credits: texts inside records cannot hold it unescaped. */
const PAID_BY_CREDITS = '"billing_source":"api_credit"';

/**
 * Writes records given as JSON texts joined by commas, so that nothing is parsed on this side, and with them in the
 * same transaction what follows from them: sums by the hour and the day, windows, spend, ledger, balances. Records already there
 * change nothing: that is what makes replaying harmless. Throws StoreUnavailable or the server's DatabaseError.
 */
export async function insertUsage(db: Kysely<Tables>, joinedRecords: string): Promise<void> {
  const batch = `[${joinedRecords}]`;
  try {
    await insertBatch(db, batch);
  } catch (error) {
    // Known from the refusal and not looked up before: months are made ahead, so this is rare, and no memory of ours can
    // be wrong about a month that was made or dropped elsewhere.
    if (!isMissingMonth(error)) throw error;
    await makeMonthsOf(db, batch);
    await insertBatch(db, batch);
  }
}

async function insertBatch(db: Kysely<Tables>, batch: string): Promise<void> {
  if (!batch.includes(PAID_BY_CREDITS)) return settle(db, batch);
  await db.transaction().execute(async (trx) => {
    await lockWallets(trx, batch);
    await settle(trx, batch);
  });
}

/** Always in one order, or two nodes would wait for each other. Leases are read only by who holds their wallet. */
async function lockWallets(trx: Kysely<Tables>, batch: string): Promise<void> {
  await sql`
    select 1 from wallets
    where organization_id in (
      select organization_id from jsonb_to_recordset(${batch}::jsonb) as r(organization_id text, cost_nanos bigint) where cost_nanos > 0)
    order by organization_id for update`.execute(trx);
}

async function settle(db: Kysely<Tables>, batch: string): Promise<void> {
  await sql`
    with fresh as (${insertRecords(batch)}),
    ${COUNT_SUMS},
    ${COUNT_WINDOWS},
    paid as (
      select *, date_trunc('month', created_at at time zone 'UTC') at time zone 'UTC' as month_starts_at from fresh where cost_nanos > 0
    ),
    ${COUNT_SPEND},
    ${CHARGE_WALLETS}
    update wallet_leases l set leased_nanos = greatest(0, l.leased_nanos - spent.cost_nanos)
    from (select organization_id, node_id, sum(cost_nanos) as cost_nanos from paid group by organization_id, node_id) spent
    where l.organization_id = spent.organization_id and l.node_id = spent.node_id`.execute(db);
}

function insertRecords(batch: string): RawBuilder<unknown> {
  return sql`
    insert into usage_records (
      request_id, organization_id, workspace_id, key_id, user_id, endpoint, model,
      input_tokens, cached_input_tokens, output_tokens, reasoning_tokens,
      billing_source, price, server_tool_use, cost_nanos, plan_milli, plan_windows, node_id, estimated, outcome, metadata, surface, created_at)
    select
      request_id, organization_id, workspace_id, key_id, user_id, endpoint, model,
      input_tokens, cached_input_tokens, output_tokens, reasoning_tokens,
      billing_source, price, server_tool_use, cost_nanos, coalesce(plan_milli, 0), plan_windows, node_id, estimated, outcome, metadata, surface, created_at
    from jsonb_to_recordset(${batch}::jsonb) as r(
      request_id text, organization_id text, workspace_id text, key_id text, user_id text, endpoint text, model text,
      input_tokens bigint, cached_input_tokens bigint, output_tokens bigint, reasoning_tokens bigint,
      billing_source text, price jsonb, server_tool_use jsonb, cost_nanos bigint, plan_milli bigint, plan_windows jsonb, node_id text,
      estimated boolean, outcome text, metadata jsonb, surface text, created_at timestamptz)
    on conflict (request_id, created_at) do nothing
    returning *`;
}

/** Adds to the windows. Two nodes that open a session at once mean the same one: the first to be written. */
const COUNT_WINDOWS = sql`
    used as (
      select organization_id, plan_windows, sum(plan_milli) as milli from fresh where plan_windows is not null group by organization_id, plan_windows
    ),
    taken as (
      select organization_id, milli, kind,
        to_timestamp((plan_windows ->> (2 * place))::bigint) as starts_at, to_timestamp((plan_windows ->> (2 * place + 1))::bigint) as ends_at
      from used cross join (values ('monthly', 0), ('weekly', 1), ('session', 2)) as kinds(kind, place)
    ),
    placed as (
      select t.organization_id, t.milli, t.kind, coalesce(known.starts_at, t.starts_at) as starts_at, coalesce(known.ends_at, t.ends_at) as ends_at
      from taken t left join lateral (
        select starts_at, ends_at from plan_usage p
        where t.kind = 'session' and p.kind = 'session' and p.organization_id = t.organization_id
          and p.starts_at < t.ends_at and p.ends_at > t.starts_at
        order by starts_at limit 1) known on true
    ),
    windows as (
      insert into plan_usage (organization_id, kind, starts_at, ends_at, used_milli)
      select organization_id, kind, starts_at, min(ends_at), sum(milli)
      from placed group by organization_id, kind, starts_at
      order by organization_id, kind, starts_at
      on conflict (organization_id, kind, starts_at) do update set used_milli = plan_usage.used_milli + excluded.used_milli
    )`;

const COUNT_SPEND = sql`
    spend as (
      insert into credit_spend (organization_id, month_starts_at, scope, scope_id, spent_nanos)
      select organization_id, month_starts_at, scope, scope_id, sum(cost_nanos)
      from paid cross join lateral (values ('organization', ''), ('workspace', workspace_id), ('member', user_id)) as scopes(scope, scope_id)
      where scope_id is not null
      group by organization_id, month_starts_at, scope, scope_id
      order by organization_id, month_starts_at, scope, scope_id
      on conflict (organization_id, month_starts_at, scope, scope_id) do update set spent_nanos = credit_spend.spent_nanos + excluded.spent_nanos
    )`;

const CHARGE_WALLETS = sql`
    entries as (
      insert into ledger_entries (transaction_id, organization_id, account, amount_nanos, kind, created_at)
      select request_id, organization_id, account, sign * cost_nanos, 'usage', created_at
      from paid cross join (values ('wallet', -1), ('revenue', 1)) as sides(account, sign)
    ),
    balances as (
      insert into wallets (organization_id, balance_nanos)
      select organization_id, -sum(cost_nanos) from paid group by organization_id order by organization_id
      on conflict (organization_id) do update set balance_nanos = wallets.balance_nanos + excluded.balance_nanos
    )`;

/**
 * True when a record's own content was refused: data exceptions, constraints, size limits. Anything else (a missing
 * table, a missing right) would be refused for every record alike and must wait until it is repaired.
 */
export function isContentRefusal(error: unknown): boolean {
  const sqlClass = codeOf(error)?.slice(0, 2);
  return sqlClass === '22' || sqlClass === '23' || sqlClass === '54';
}
