import { sql } from 'kysely';

// Parts of the statement in `charge-usage.ts`: `fresh` are the records it inserted, `paid` those that credits
// paid for.

/** Adds to the windows. Two nodes that open a session at once mean the same one: the first written wins. */
export const COUNT_WINDOWS = sql`
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

/** Adds to the month's credit spend of organizations, workspaces, members and keys. */
export const COUNT_SPEND = sql`
    spend as (
      insert into credit_spend (organization_id, month_starts_at, scope, scope_id, spent_nanos)
      select organization_id, month_starts_at, scope, scope_id, sum(cost_nanos)
      from paid cross join lateral (values ('organization', ''), ('workspace', workspace_id), ('member', user_id), ('key', key_id)) as scopes(scope, scope_id)
      where scope_id is not null
      group by organization_id, month_starts_at, scope, scope_id
      order by organization_id, month_starts_at, scope, scope_id
      on conflict (organization_id, month_starts_at, scope, scope_id) do update set spent_nanos = credit_spend.spent_nanos + excluded.spent_nanos
    )`;

/** Writes both sides of each charge and takes it from the balance. */
export const CHARGE_WALLETS = sql`
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
