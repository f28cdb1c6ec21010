import type { Kysely } from 'kysely';
import type { PeriodicJob } from '#jobs';
import type { Log } from '#kit';
import type { Tables } from '#store';
import { PROCESS_FILE } from './process-file.ts';
import { failFiles, findUnattended } from './store/comparison.ts';

const EVERY_MS = 60_000;
const MAX_FILES = 1000;

export interface FailUnattendedDeps {
  readonly db: Kysely<Tables>;
  readonly log: Log;
}

/** Fails files whose processing job failed for good: they would stay `processing` forever (FILE-27). */
export function failUnattended({ db, log }: FailUnattendedDeps): PeriodicJob {
  return {
    name: 'files.fail_unattended',
    everyMs: EVERY_MS,
    async run() {
      const unattended = await findUnattended(db, PROCESS_FILE, MAX_FILES);
      if (unattended.length === 0) return;
      log.warn({ files: await failFiles(db, unattended) }, 'marked files as failed: processing job gave up');
    },
  };
}
