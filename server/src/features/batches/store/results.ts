import { sql, type Kysely } from 'kysely';
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

/** Results in input order, after a line. `mostBytes`: of all results together, except that there is always one. */
export async function findResults(
  db: Kysely<Tables>,
  batchId: string,
  afterLine: number,
  { most, mostBytes }: { readonly most: number; readonly mostBytes: number },
): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    with next as materialized (
      select line, coalesce(octet_length(result), 0) as bytes from batch_lines
      where batch_id = ${batchId} and line > ${afterLine} order by line limit ${most}),
    fitting as (
      select line from (select line, sum(bytes) over (order by line) - bytes as before from next) as sizes
      where before < ${mostBytes})
    select line, custom_id, state, status_code, request_id, result
    from batch_lines where batch_id = ${batchId} and line > ${afterLine} and line <= (select max(line) from fitting)
    order by line`.execute(db);
  return rows;
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
