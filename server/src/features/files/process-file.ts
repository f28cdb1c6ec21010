import { Postponed, type JobHandler } from '#jobs';
import { inspectFile, type InspectDeps } from './inspect-file.ts';
import { keepText, type KeepTextDeps } from './keep-text.ts';
import { ScannerUnavailable } from './scanner/clamd-connection.ts';
import { endProcessing, findProcessing } from './store/file-lives.ts';
import type { StoredFile } from './store/file-rows.ts';

export const PROCESS_FILE = 'files.process';
const CONCURRENCY = 2;
/** Between attempts to have a file scanned. */
const SHORTEST_PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 600_000;

export interface ProcessPayload {
  readonly file_id: string;
}

export interface ProcessFileDeps extends InspectDeps, KeepTextDeps {}

/** Inspects an uploaded file, which then is `ready` or `failed` (FILE-25 to FILE-27, D-FILE-4, D-FILE-5). */
export function processFile(deps: ProcessFileDeps): JobHandler<ProcessPayload> {
  return {
    kind: PROCESS_FILE,
    concurrency: CONCURRENCY,
    async run({ file_id: id }, { signal }) {
      const file = await findProcessing(deps.db, id);
      if (!file) return undefined;
      try {
        const { failure, reading } = await inspectFile(deps, file, signal);
        if (reading) await keepText(deps, file, reading, signal);
        else await endProcessing(deps.db, file, failure);
        return undefined;
      } catch (error) {
        if (!(error instanceof ScannerUnavailable)) throw error;
        return new Postponed(scanAgainAtMs(file, deps.clock.nowMs()));
      }
    },
  };
}

/** Each wait is half as long as the file has already waited, so that many files overload neither an unavailable scanner nor the database. */
function scanAgainAtMs({ created_at: createdAtMs }: StoredFile, nowMs: number): number {
  const pauseMs = (nowMs - createdAtMs) / 2;
  return Math.round(nowMs + Math.min(Math.max(pauseMs, SHORTEST_PAUSE_MS), MAX_PAUSE_MS));
}
