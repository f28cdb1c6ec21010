import type { Kysely } from 'kysely';
import type { FileFailure } from '@svc/contract';
import type { JobHandler } from '#jobs';
import type { Tables } from '#store';
import { inspectFile, type InspectDeps } from './inspect-file.ts';
import { endProcessing, findProcessing } from './store/file-lives.ts';

export const PROCESS_FILE = 'files.process';
const AT_ONCE = 2;

export interface ProcessPayload {
  readonly file_id: string;
}

export interface ProcessFileDeps extends InspectDeps {
  readonly db: Kysely<Tables>;
}

/** Looks through an uploaded file, after which it is `ready` or `failed` (FILE-25 to FILE-27, D-FILE-4). */
export function processFile(deps: ProcessFileDeps): JobHandler<ProcessPayload> {
  return {
    kind: PROCESS_FILE,
    atOnce: AT_ONCE,
    async run({ file_id: id }, { signal }) {
      const file = await findProcessing(deps.db, id);
      if (!file) return undefined;
      const failure: FileFailure | undefined = await inspectFile(deps, file, signal);
      await endProcessing(deps.db, id, failure);
      return undefined;
    },
  };
}
