import { sql, type Kysely } from 'kysely';
import type { Tables } from '#store';

/** A spend limit and the threshold that this month's credit spend has reached. */
export interface ReachedThreshold {
  readonly id: string;
  readonly organization_id: string;
  readonly scope: Tables['spend_limits']['scope'];
  readonly workspace_id: string | null;
  readonly user_id: string | null;
  readonly group_id: string | null;
  readonly limit_nanos: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly spent_nanos: number;
  readonly percent: 50 | 80 | 100;
  readonly dedupe_key: string;
}

const MAX_CROSSED = 1000;

/** Finds the limits whose spend reached 50, 80 or 100 % this month without an event for it yet. */
export async function findReachedThresholds(
  db: Kysely<Tables>,
  monthStartsAtMs: number,
): Promise<ReachedThreshold[]> {
  const month = sql`to_timestamp(${monthStartsAtMs}::double precision / 1000)`;
  const { rows } = await sql<ReachedThreshold>`
    with spent as (
      select l.*, case l.scope
        when 'group' then (
          select sum(c.spent_nanos)::bigint from credit_spend c join member_group_users g on g.user_id = c.scope_id
          where g.group_id = l.group_id and c.organization_id = l.organization_id and c.scope = 'member' and c.month_starts_at = ${month})
        else (
          select c.spent_nanos from credit_spend c
          where c.organization_id = l.organization_id and c.month_starts_at = ${month}
            and c.scope = l.scope and c.scope_id = coalesce(l.workspace_id, l.user_id, ''))
        end as spent_nanos
      from spend_limits l where l.limit_nanos > 0)
    select spent.*, percent, dedupe_key
    from spent cross join (values (50), (80), (100)) as shares(percent)
    cross join lateral (select spent.id || ':' || ${String(monthStartsAtMs)}::text || ':' || percent as dedupe_key) as keys
    where spent_nanos * 100 >= limit_nanos * percent
      and not exists (select 1 from outbox_events o where o.dedupe_key = keys.dedupe_key)
    order by spent.id, percent limit ${sql.lit(MAX_CROSSED)}`.execute(db);
  return rows;
}
