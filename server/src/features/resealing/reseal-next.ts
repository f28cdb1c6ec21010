import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { SealedTable } from '#features/module';
import type { PurposeKeys, SealingKey, SealingRing } from '#sealing';
import type { Tables } from '#store';
import { findRows, findSealedRow, replaceSealed, type RowKey } from './store.ts';

/** Rows of one step: a moment, so that an operator sees progress and may stop. */
const STEP_ROWS = 200;
const READ_ROWS = 5000;

/** Where to go on: behind a row of a table. */
export interface ResealPosition {
  /** The number of the table in the list. */
  readonly table: number;
  readonly after?: RowKey | undefined;
}

export interface ResealStep {
  /** What was sealed again, as operators call it. Undefined: everything is done. */
  readonly name: string | undefined;
  readonly resealed: number;
  /** Rows that no key opens. They stay as they are. */
  readonly unreadable: number;
  readonly next: ResealPosition | undefined;
}

export interface ResealDeps {
  readonly db: Kysely<Tables>;
  readonly sealing: SealingRing;
  readonly tables: readonly SealedTable[];
}

/**
 * Seals some rows again that were sealed before keys had ids. Readers open both forms, so nobody has to wait. A row that is changed
 * meanwhile keeps the change. Rows that are done are not found again: a run that was interrupted goes on from its beginning.
 */
export async function resealNext(
  deps: ResealDeps,
  { table: at, after }: ResealPosition,
): Promise<ResealStep> {
  const { db, sealing, tables } = deps;
  const table = tables[at];
  if (!table) return { name: undefined, resealed: 0, unreadable: 0, next: undefined };
  const rows = await findRows(db, table, { mark: sealing.mark, after, limit: READ_ROWS });
  const stale = rows.filter(({ isStale }) => isStale).slice(0, STEP_ROWS);
  const keys = sealing.keysFor(table.purpose);
  let [resealed, unreadable] = [0, 0];
  for (const { key } of stale) {
    if (await resealRow(db, table, key, keys)) resealed++;
    else unreadable++;
    // The embedded database may answer within the same turn of the event loop.
    await setImmediate();
  }
  const last = stale.length < STEP_ROWS ? rows.at(-1) : stale.at(-1);
  const isDone = stale.length < STEP_ROWS && rows.length < READ_ROWS;
  const next = isDone ? { table: at + 1 } : { table: at, after: last?.key };
  return { name: table.name, resealed, unreadable, next };
}

/** False when a column of it cannot be opened. */
async function resealRow(
  db: Kysely<Tables>,
  table: SealedTable,
  key: RowKey,
  keys: PurposeKeys,
): Promise<boolean> {
  const row = await findSealedRow(db, table, key);
  if (!row) return true;
  let isReadable = true;
  for (const column of table.sealed) {
    const from = row[column] as Buffer | null;
    if (from === null) continue;
    const { owner, aad } = table.placeOf(row, column);
    const to = await reseal(await keys.of(owner), from, aad);
    if (to === 'unreadable') isReadable = false;
    else if (to) await replaceSealed(db, table, key, { column, from, to });
  }
  return isReadable;
}

async function reseal(
  key: SealingKey,
  sealed: Buffer,
  aad: string,
): Promise<Buffer | 'unreadable' | undefined> {
  try {
    return await key.reseal(sealed, aad);
  } catch {
    return 'unreadable';
  }
}
