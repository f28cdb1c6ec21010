import { sql, type Kysely, type SelectQueryBuilder } from 'kysely';
import type { Tables } from './tables.ts';

const ROWS_IN_A_STEP = 1000;

/**
 * Deletes the rows of a table that a query finds, in steps of a bounded number of rows. Each step is a statement of its own: one for all of
 * a large table would exceed the time limit of PostgreSQL, be rolled back, and have more to delete the next time; on the embedded
 * database every other query would wait for it. Nodes that delete at the same time divide the rows among them.
 */
export async function deleteInSteps<T extends keyof Tables>(
  db: Kysely<Tables>,
  table: T,
  rows: SelectQueryBuilder<Tables, T, object>,
): Promise<void> {
  // By place, since the tables have keys of different columns. The lock keeps the row in its place.
  const step = rows
    .select(sql<string>`ctid`.as('place'))
    .limit(ROWS_IN_A_STEP)
    .forUpdate()
    .skipLocked();
  const statement = sql`delete from ${sql.table(table)} where ctid = any(array(${step}))`;
  while (Number((await statement.execute(db)).numAffectedRows) === ROWS_IN_A_STEP);
}
