import { newBlobKey } from '#blobs';
import { enqueueJobs, Postponed, type JobHandler, type PeriodicJob } from '#jobs';
import { HOUR_MS, type Clock, type Log } from '#kit';
import { PROCESS_FILE } from '../process-file.ts';
import { failFiles, findBeginning, findUnattended } from '../store/comparison.ts';
import { compareStorage, type ComparedStores } from './compare-storage.ts';

const KIND = 'files.sweep';
const EVERY_MS = 6 * HOUR_MS;
/** A blob may be older than the row that will name it, by less than this. */
const SAFE_AGE_MS = HOUR_MS;
/** Files that one run marks as failed. */
const MOST_FAILED = 1000;
/** Files without bytes that may be all there are. More, and the half of all, is no loss of files but the wrong storage. */
const FEW = 10;

export interface SweepDeps extends ComparedStores {
  readonly clock: Clock;
  readonly log: Log;
}

/** Sees to it that the job exists, which no node deletes: it is done every six hours by one of them. */
export function sweepRegularly({ db, clock }: SweepDeps): PeriodicJob {
  return {
    name: KIND,
    everyMs: HOUR_MS,
    onlyWhenDue: true,
    run: () => enqueueJobs(db, [{ kind: KIND, key: 'all', payload: {} }], clock.nowMs()),
  };
}

/** Removes bytes that no file names, and marks as failed what lost its bytes or is prepared by nobody. */
export function sweepFiles(deps: SweepDeps): JobHandler<object> {
  return {
    kind: KIND,
    atOnce: 1,
    async run(_payload, { signal }) {
      await sweep(deps, signal);
      return new Postponed(deps.clock.nowMs() + EVERY_MS);
    },
  };
}

async function sweep(deps: SweepDeps, signal: AbortSignal): Promise<void> {
  const { db, blobs, log } = deps;
  const [oldest, newest] = await removableKeys(deps);
  let [removed, left, files] = [0, 0, 0];
  const wanting: string[] = [];
  for await (const found of compareStorage(deps, signal)) {
    if (found.what === 'compared') files = found.files;
    else if (found.what !== 'blob_without_file') wanting.push(found.file.id);
    else if (found.blob.key >= newest) continue;
    else if (found.opens && found.blob.key >= oldest) {
      await blobs.delete(found.blob.key);
      removed++;
    } else left++;
  }
  if (removed > 0) log.warn({ removed }, 'bytes without a file removed');
  if (left > 0) log.warn({ left }, 'bytes of another deployment or database found; not removed');
  await failWanting(deps, wanting, files);
  const unattended = await findUnattended(db, PROCESS_FILE, MOST_FAILED);
  if (unattended.length > 0)
    log.warn({ files: await failFiles(db, unattended) }, 'files that nothing prepares marked as failed');
}

/** Blobs from the first key up to the second may go. Older ones were stored before this database began, so another one names them. */
async function removableKeys({ db, clock }: SweepDeps): Promise<readonly [oldest: string, newest: string]> {
  const nowMs = clock.nowMs();
  return [newBlobKey((await findBeginning(db)) ?? nowMs), newBlobKey(nowMs - SAFE_AGE_MS)];
}

async function failWanting({ db, log }: SweepDeps, wanting: readonly string[], files: number): Promise<void> {
  if (wanting.length === 0) return;
  if (wanting.length > FEW && wanting.length * 2 > files) {
    log.error(
      { wanting: wanting.length, files },
      'most files have no bytes in the storage; none was changed',
    );
    return;
  }
  const failed = await failFiles(db, wanting.slice(0, MOST_FAILED));
  log.warn({ files: failed, first: wanting.slice(0, 20) }, 'files without their bytes marked as failed');
}
