import type { Kysely } from 'kysely';
import type { PeriodicJob } from '#jobs';
import type { Clock } from '#kit';
import type { Tables } from '#store';
import { enqueueFinish } from '../batch-transitions.ts';
import { deleteLines } from '../store/line-rows.ts';
import { findDueBatches, findEndedWithLines, noteLinesDeleted, type EndedBatch } from '../store/closing.ts';

const EVERY_MS = 2000;
const DELETE_BATCH_SIZE = 1000;
const READ_BATCH_SIZE = 1000;

/** Schedules the end of batches whose window is over (BATCH-17), and of batches that were left by a dead process. */
export function endDueBatches(db: Kysely<Tables>, clock: Clock): PeriodicJob {
  return {
    name: 'batches.end',
    everyMs: EVERY_MS,
    async run() {
      const nowMs = clock.nowMs();
      const due = await findDueBatches(db, nowMs);
      if (due.length === 0) return;
      await db.transaction().execute(async (trx) => {
        for (const batch of due) await enqueueFinish(trx, batch, nowMs);
      });
    },
  };
}

/** Lines are kept as long as the output (DATA-09). */
export async function dropSpentLines(db: Kysely<Tables>, nowMs: number): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const batches: readonly EndedBatch[] = await findEndedWithLines(db, nowMs, after, READ_BATCH_SIZE);
    for (const { id, isSpent } of batches) {
      if (!isSpent) continue;
      while ((await deleteLines(db, id, DELETE_BATCH_SIZE)) > 0);
      await noteLinesDeleted(db, id);
    }
    after = batches.at(-1)?.id;
  }
}
