import { sql, type Kysely } from 'kysely';
import type { Tables } from '#store';

/** Uses of one key since the last flush. */
export interface KeyUses {
  readonly id: string;
  readonly count: number;
  readonly lastMs: number;
  readonly address: string;
}

/**
 * Adds the uses to the keys' rows, and gives the transaction's id, by which `transactionOutcome` can later tell
 * whether it took effect. Rows are locked in order of id: two nodes that flush the same keys cannot deadlock.
 */
export async function addUses(trx: Kysely<Tables>, uses: readonly KeyUses[]): Promise<string> {
  const { rows } = await sql<{ xid: string }>`
    with used as (
      select * from jsonb_to_recordset(${uses}) as u (id text, count bigint, "lastMs" bigint, address text)
    ), locked as (
      select k.id from api_keys k where k.id in (select id from used) order by k.id for no key update
    ), written as (
      update api_keys k set
        use_count = k.use_count + used.count,
        last_used_at = greatest(k.last_used_at, to_timestamp(used."lastMs" / 1000.0)),
        last_used_ip = case
          when k.last_used_at is null or k.last_used_at <= to_timestamp(used."lastMs" / 1000.0) then used.address
          else k.last_used_ip
        end
      from used join locked on locked.id = used.id
      where k.id = used.id
    ), of_admins as (
      select k.id from admin_keys k where k.id in (select id from used) order by k.id for no key update
    ), written_of_admins as (
      update admin_keys k set last_used_at = greatest(k.last_used_at, to_timestamp(used."lastMs" / 1000.0))
      from used join of_admins on of_admins.id = used.id
      where k.id = used.id
    )
    select pg_current_xact_id()::text as xid`.execute(trx);
  return rows[0]!.xid;
}

/** `unknown` when the transaction is so long ago that the server has forgotten it. */
export async function transactionOutcome(
  db: Kysely<Tables>,
  xid: string,
): Promise<'committed' | 'aborted' | 'in progress' | 'unknown'> {
  const { rows } = await sql<{ status: 'committed' | 'aborted' | 'in progress' | null }>`
    select pg_xact_status(${xid}::xid8) as status`.execute(db);
  return rows[0]?.status ?? 'unknown';
}
