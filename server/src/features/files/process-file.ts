import type { JobHandler } from '#jobs';
import { inspectFile, type InspectDeps } from './inspect-file.ts';
import { keepText, type KeepTextDeps } from './keep-text.ts';
import { endProcessing, findProcessing } from './store/file-lives.ts';

export const PROCESS_FILE = 'files.process';
const AT_ONCE = 2;

export interface ProcessPayload {
  readonly file_id: string;
}

export interface ProcessFileDeps extends InspectDeps, KeepTextDeps {}

/** Looks through an uploaded file, after which it is `ready` or `failed` (FILE-25 to FILE-27, D-FILE-4). */
export function processFile(deps: ProcessFileDeps): JobHandler<ProcessPayload> {
  return {
    kind: PROCESS_FILE,
    atOnce: AT_ONCE,
    async run({ file_id: id }, { signal }) {
      const file = await findProcessing(deps.db, id);
      if (!file) return undefined;
      const { failure, reading } = await inspectFile(deps, file, signal);
      if (reading) await keepText(deps, file, reading, signal);
      else await endProcessing(deps.db, file, failure);
      return undefined;
    },
  };
}
