import { sql, type Kysely, type Selectable } from 'kysely';
import { toPreciseTimestamp, type Tables } from '#store';
import { isOneOf } from './line-rows.ts';

/**
 * Writes the results of lines that will not run, some at a time. Returns how many. Lines that are being claimed or written are skipped
 * until the next time: their transaction may be waiting for the batch, which is locked here.
 */
export async function closeLines(
  trx: Kysely<Tables>,
  batchId: string,
  {
    from,
    to,
    most,
  }: {
    readonly from: readonly ('waiting' | 'running')[];
    readonly to: 'canceled' | 'expired';
    readonly most: number;
  },
): Promise<number> {
  const some = trx
    .selectFrom('batch_lines')
    .select('line')
    .where('batch_id', '=', batchId)
    .where('state', 'in', [...from])
    .orderBy('line')
    .limit(most)
    .forUpdate()
    .skipLocked();
  const { numUpdatedRows } = await trx
    .updateTable('batch_lines')
    .set({ state: to, body: null, claim_id: null, lease_ends_at: null })
    .where('batch_id', '=', batchId)
    .where(isOneOf(some))
    .where('state', 'in', [...from])
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export type DueBatch = Pick<Selectable<Tables['batches']>, 'id' | 'organization_id' | 'status'>;

/** Batches that are due to end: their window is over, or only closing and writing the output is left. */
export async function findDueBatches(db: Kysely<Tables>, nowMs: number): Promise<readonly DueBatch[]> {
  const now = sql`${toPreciseTimestamp(nowMs)}::timestamptz`;
  const { rows } = await sql<DueBatch>`
    select id, organization_id, status from batches b
    where status in ('validating', 'in_progress', 'canceling')
      and (expires_at <= ${now} or ending is not null
        or (status = 'canceling' and exists (select 1 from batch_lines l where l.batch_id = b.id and l.state = 'waiting')))
    order by expires_at limit 1000`.execute(db);
  return rows;
}

export interface EndedBatch {
  readonly id: string;
  /** Its output can no longer be downloaded. */
  readonly isSpent: boolean;
}

/** Ended batches that may have lines, after an id: as many of them as one statement may look up the outputs of. */
export async function findEndedWithLines(
  db: Kysely<Tables>,
  nowMs: number,
  afterId: string,
  most: number,
): Promise<EndedBatch[]> {
  const now = sql`${toPreciseTimestamp(nowMs)}::timestamptz`;
  const { rows } = await sql<EndedBatch>`
    select b.id, not exists (select 1 from files f where f.id = b.output_file_id and f.expires_at > ${now}) as "isSpent"
    from batches b
    where b.status in ('completed', 'expired', 'canceled', 'failed') and b.has_lines and b.id > ${afterId}
    order by b.id limit ${most}`.execute(db);
  return rows;
}

/** From now on `findEndedWithLines` is without the batch. */
export async function noteLinesDeleted(db: Kysely<Tables>, id: string): Promise<void> {
  await db.updateTable('batches').set({ has_lines: false }).where('id', '=', id).execute();
}
