import { newBlobKey } from '#blobs';
import { enqueueJobs, Postponed, type JobHandler, type PeriodicJob } from '#jobs';
import { HOUR_MS, type Clock, type Log } from '#kit';
import { failFiles, findBeginning, forgetTexts, type NamedBlob } from '../store/comparison.ts';
import { compareStorage, type ComparedStores } from './compare-storage.ts';

const KIND = 'files.sweep';
const EVERY_MS = 6 * HOUR_MS;
/** A blob may be older than the row that refers to it, but by less than this. */
const SAFE_AGE_MS = HOUR_MS;
/** Files that one run changes. */
const MAX_CHANGED = 1000;
/** Up to this many blobs may all be missing. If more, and more than half of all, are missing, the storage is the wrong one. */
const FEW = 10;

export interface SweepDeps extends ComparedStores {
  readonly clock: Clock;
  readonly log: Log;
}

/** Ensures that the job exists. It is never deleted, and runs on one node every six hours. */
export function sweepRegularly({ db, clock }: SweepDeps): PeriodicJob {
  return {
    name: KIND,
    everyMs: HOUR_MS,
    onlyWhenDue: true,
    run: () =>
      enqueueJobs(db, [{ kind: KIND, organizationId: null, key: 'all', payload: {} }], clock.nowMs()),
  };
}

/** Removes bytes without a file, and marks files without their bytes as failed. */
export function sweepFiles(deps: SweepDeps): JobHandler<object> {
  return {
    kind: KIND,
    concurrency: 1,
    async run(_payload, { signal }) {
      await sweep(deps, signal);
      return new Postponed(deps.clock.nowMs() + EVERY_MS);
    },
  };
}

async function sweep(deps: SweepDeps, signal: AbortSignal): Promise<void> {
  const { blobs, log } = deps;
  const [oldest, newest] = await removableKeys(deps);
  let [removed, left, all] = [0, 0, 0];
  const wanting: NamedBlob[] = [];
  for await (const found of compareStorage(deps, signal)) {
    if (found.what === 'compared') all = found.named;
    else if (found.what !== 'blob_without_file') wanting.push(found.named);
    else if (found.blob.key >= newest) continue;
    else if (found.opens && found.blob.key >= oldest) {
      await blobs.delete(found.blob.key);
      removed++;
    } else left++;
  }
  if (removed > 0) log.warn({ removed }, 'removed orphaned blobs');
  if (left > 0) log.warn({ left }, 'bytes of another deployment or database found; not removed');
  await dropWanting(deps, wanting, all);
}

/** Blobs from the first key up to the second may be removed. Older ones were stored before this database existed, so they belong to another one. */
async function removableKeys({ db, clock }: SweepDeps): Promise<readonly [oldest: string, newest: string]> {
  const nowMs = clock.nowMs();
  return [newBlobKey((await findBeginning(db)) ?? nowMs), newBlobKey(nowMs - SAFE_AGE_MS)];
}

async function dropWanting(
  { db, log }: SweepDeps,
  wanting: readonly NamedBlob[],
  all: number,
): Promise<void> {
  if (wanting.length > FEW && wanting.length * 2 > all) {
    log.error({ missing: wanting.length, of: all }, 'most bytes of files are missing; no file was changed');
    return;
  }
  const some = wanting.slice(0, MAX_CHANGED);
  const texts = some.filter(({ part }) => part === 'text').map(({ key }) => key);
  if (texts.length > 0) {
    await forgetTexts(db, texts);
    log.warn({ texts: texts.length }, 'kept texts of documents are missing; documents will be read again');
  }
  const plugins = some.filter(({ part }) => part === 'plugin').map(({ id }) => id);
  if (plugins.length > 0) log.error({ plugins }, 'bundles of plugins are missing; add their next versions');
  const files = some.filter(({ part }) => part === 'content').map(({ id }) => id);
  if (files.length > 0)
    log.warn(
      { files: await failFiles(db, files), first: files.slice(0, 20) },
      'files without their bytes marked as failed',
    );
}
