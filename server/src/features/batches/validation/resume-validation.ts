import type { Kysely } from 'kysely';
import type { PeriodicJob } from '#jobs';
import type { Clock } from '#kit';
import type { Tables } from '#store';
import { findUnattended } from '../store/inputs.ts';
import { enqueueValidation, VALIDATE_BATCH } from './validate-batch.ts';

const EVERY_MS = 60_000;
const MAX_BATCHES = 1000;

/** Schedules the validation of batches whose job failed for good: the storage of their input may have been away for longer than it is retried. */
export function resumeValidation(db: Kysely<Tables>, clock: Clock): PeriodicJob {
  return {
    name: 'batches.resume_validation',
    everyMs: EVERY_MS,
    async run() {
      const unattended = await findUnattended(db, VALIDATE_BATCH, MAX_BATCHES);
      if (unattended.length === 0) return;
      const nowMs = clock.nowMs();
      await db.transaction().execute(async (trx) => {
        for (const batch of unattended) await enqueueValidation(trx, batch, nowMs);
      });
    },
  };
}
