import type { Kysely } from 'kysely';
import type { BatchResultType } from '@svc/contract';
import type { Tables } from '#store';

/** A line that has its result. */
export interface ResultRow {
  readonly line: number;
  readonly custom_id: Buffer;
  readonly state: BatchResultType;
  readonly status_code: number | null;
  readonly request_id: string | null;
  readonly result: Buffer | null;
}

/** Results in input order, after a line. */
export async function findResults(
  db: Kysely<Tables>,
  batchId: string,
  afterLine: number,
  most: number,
): Promise<ResultRow[]> {
  const rows = await db
    .selectFrom('batch_lines')
    .select(['line', 'custom_id', 'state', 'status_code', 'request_id', 'result'])
    .where('batch_id', '=', batchId)
    .where('line', '>', afterLine)
    .orderBy('line')
    .limit(most)
    .execute();
  return rows as ResultRow[];
}

export interface ErroredRow {
  readonly line: number;
  readonly custom_id: Buffer;
  readonly status_code: number | null;
  readonly error_code: string | null;
}

/** The first lines that failed. */
export function findErrored(db: Kysely<Tables>, batchId: string, most: number): Promise<ErroredRow[]> {
  return db
    .selectFrom('batch_lines')
    .select(['line', 'custom_id', 'status_code', 'error_code'])
    .where('batch_id', '=', batchId)
    .where('state', '=', 'errored')
    .orderBy('line')
    .limit(most)
    .execute();
}
