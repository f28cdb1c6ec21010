import type { Kysely } from 'kysely';
import type { BlobStore } from '#blobs';
import { enqueueJobs, type JobHandler } from '#jobs';
import type { Tables } from '#store';

export const REMOVE_BLOBS = 'files.remove_blobs';
/** Blobs per job: few enough to repeat if a process dies during the job. */
const MAX_KEYS = 100;
const CONCURRENCY = 2;

/** The sweep reads it too, and leaves blobs with a pending job to that job. */
interface Payload {
  readonly keys: readonly string[];
}

/** Schedules the removal of the bytes of files, in the transaction that removes their rows. */
export async function enqueueBlobRemoval(
  trx: Kysely<Tables>,
  { organizationId, keys }: { readonly organizationId: string; readonly keys: readonly string[] },
  nowMs: number,
): Promise<void> {
  const jobs = [];
  for (let from = 0; from < keys.length; from += MAX_KEYS)
    jobs.push({
      kind: REMOVE_BLOBS,
      organizationId,
      payload: { keys: keys.slice(from, from + MAX_KEYS) } satisfies Payload,
    });
  await enqueueJobs(trx, jobs, nowMs);
}

export function removeBlobs(blobs: BlobStore): JobHandler<Payload> {
  return {
    kind: REMOVE_BLOBS,
    concurrency: CONCURRENCY,
    async run({ keys }) {
      for (const key of keys) await blobs.delete(key);
      return undefined;
    },
  };
}
