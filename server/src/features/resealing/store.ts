import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { SealedRow, SealedTable } from '#features/module';
import type { Tables } from '#store';

/** Values of the columns of a primary key. */
export type RowKey = readonly (string | number)[];

export interface RowsAfter {
  /** What everything begins with that need not be sealed again. */
  readonly mark: Buffer;
  readonly after: RowKey | undefined;
  /** So many are read, whatever is found in them: a table that is done must not be read in one statement. */
  readonly limit: number;
}

export interface MarkedRow {
  readonly key: RowKey;
  /** A column of it was sealed before. */
  readonly isStale: boolean;
}

/** Keys of the next rows, in order. */
export async function findRows(
  db: Kysely<Tables>,
  { table, key, sealed }: SealedTable,
  { mark, after, limit }: RowsAfter,
): Promise<MarkedRow[]> {
  const isStale = sealed.map(
    (column) => sql`substring(${sql.ref(column)} from 1 for ${sql.lit(mark.length)}) <> ${mark}`,
  );
  const isLater = after ? sql`(${columnsOf(key)}) > (${sql.join([...after])})` : sql`true`;
  const { rows } = await sql<Record<string, string | number> & { readonly is_stale: boolean | null }>`
    select ${columnsOf(key)}, (${sql.join(isStale, sql` or `)}) as is_stale from ${sql.table(table)}
    where ${isLater} order by ${columnsOf(key)} limit ${limit}`.execute(db);
  return rows.map((row) => ({ key: key.map((column) => row[column]!), isStale: row.is_stale === true }));
}

/** Undefined: it is gone. */
export async function findSealedRow(
  db: Kysely<Tables>,
  { table, key, sealed, facts = [], parent }: SealedTable,
  values: RowKey,
): Promise<SealedRow | undefined> {
  const fact = parent
    ? sql`, (select p.${sql.ref(parent.fact)} from ${sql.table(parent.table)} p where p.id = t.${sql.ref(parent.idColumn)})
        as ${sql.ref(parent.fact)}`
    : sql``;
  const { rows } = await sql<SealedRow>`
    select ${columnsOf([...key, ...sealed, ...facts])}${fact} from ${sql.table(table)} t
    where ${isRow(key, values)}`.execute(db);
  return rows[0];
}

/** What is sealed begins with a nonce and a tag, which tell it from everything else. */
const HEAD_BYTES = 28;

/** Unless somebody else has changed the column since it was read. */
export async function replaceSealed(
  db: Kysely<Tables>,
  { table, key }: SealedTable,
  values: RowKey,
  { column, from, to }: { readonly column: string; readonly from: Buffer; readonly to: Buffer },
): Promise<void> {
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${to}
    where ${isRow(key, values)}
      and substring(${sql.ref(column)} from 1 for ${sql.lit(HEAD_BYTES)}) = ${from.subarray(0, HEAD_BYTES)}`.execute(
    db,
  );
}

function columnsOf(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(name)));
}

function isRow(key: readonly string[], values: RowKey): RawBuilder<unknown> {
  return sql`(${columnsOf(key)}) = (${sql.join([...values])})`;
}
