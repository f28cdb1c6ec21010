import type { Tables } from '../../../server/src/store/index.ts';
import { sql, type Kysely } from '../../../server/test-kit/index.ts';

/** A key or an index of a table, and the statement that makes it again. */
interface Index {
  readonly drop: string;
  readonly create: string;
}

/**
 * Fills tables that are empty, in one transaction. Their keys and indexes are made when the rows are there, by sorting each once, and the server logs nothing
 * of tables that are emptied in the transaction that fills them (`wal_level` is `minimal`).
 */
export async function loadInBulk(
  db: Kysely<Tables>,
  tables: readonly string[],
  fill: (trx: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`truncate ${sql.join(tables.map((name) => sql.table(name)))}`.execute(trx);
    await withoutIndexes(trx, tables, fill);
  });
}

/** Adds many rows to tables that have some. Rows that refer to others are not checked one by one. */
export async function withoutIndexes(
  trx: Kysely<Tables>,
  tables: readonly string[],
  fill: (trx: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  const indexes: Index[] = [];
  for (const table of tables) indexes.push(...(await findIndexes(trx, table)));
  await sql`set local session_replication_role = replica`.execute(trx);
  // The planner guesses too high how much a statement inserts, and would compile it for longer than it runs.
  await sql`set local jit = off`.execute(trx);
  for (const { drop } of indexes) await sql.raw(drop).execute(trx);
  await fill(trx);
  for (const { create } of indexes) await sql.raw(create).execute(trx);
}

/** Keys first. A table in parts has those of its parts with its own. */
async function findIndexes(trx: Kysely<Tables>, table: string): Promise<readonly Index[]> {
  const { rows } = await sql<Index>`
    select
      case when c.oid is null then format('drop index %I', i.relname) else format('alter table %I drop constraint %I', t.relname, c.conname) end as "drop",
      case when c.oid is null then replace(pg_get_indexdef(i.oid), ' ON ONLY ', ' ON ')
        else format('alter table %I add constraint %I %s', t.relname, c.conname, pg_get_constraintdef(c.oid)) end as "create"
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid left join pg_constraint c on c.conindid = i.oid and c.conrelid = t.oid
    where t.oid = ${table}::regclass order by c.oid is null, i.relname`.execute(trx);
  return rows;
}
