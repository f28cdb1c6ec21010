import type { Kysely } from 'kysely';
import { recordEvents } from '#events';
import type { PeriodicJob } from '#jobs';
import type { Clock } from '#kit';
import type { Tables } from '#store';
import { toFileObject } from './file-object.ts';
import { enqueueBlobRemoval } from './remove-blobs.ts';
import { takeExpiredFiles } from './store/file-lives.ts';
import { blobKeysOf, type BlobKeys } from './store/file-rows.ts';
import { dropLapsedUploads } from './store/uploads.ts';
import type { UploadLeases } from './upload-leases.ts';

const EVERY_MS = 20_000;
/** Per transaction: live calls use the same database meanwhile. */
const MAX_FILES = 200;

/** Deletes expired files within a minute (D-FILE-7), and aborted uploads. */
export function expireFiles(
  db: Kysely<Tables>,
  clock: Clock,
  leases: Pick<UploadLeases, 'lapse'>,
): PeriodicJob {
  return {
    name: 'files.expire',
    everyMs: EVERY_MS,
    async run() {
      const nowMs = clock.nowMs();
      const lapse = leases.lapse();
      if (lapse)
        await db.transaction().execute(async (trx) => {
          await removeBlobsOf(trx, await dropLapsedUploads(trx, lapse), nowMs);
        });
      while ((await expireSome(db, nowMs)) === MAX_FILES);
    },
  };
}

/** In one transaction: removes rows, emits events and schedules the removal of the bytes. */
function expireSome(db: Kysely<Tables>, nowMs: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const files = await takeExpiredFiles(trx, nowMs, MAX_FILES);
    if (files.length === 0) return 0;
    await recordEvents(
      trx,
      files.map((file) => ({
        organizationId: file.organization_id,
        workspaceId: file.workspace_id,
        type: 'file.expired',
        data: { object: toFileObject(file), deleted: true },
      })),
      nowMs,
    );
    await removeBlobsOf(trx, files, nowMs);
    return files.length;
  });
}

async function removeBlobsOf(trx: Kysely<Tables>, files: readonly BlobKeys[], nowMs: number): Promise<void> {
  for (const [organizationId, theirs] of Map.groupBy(files, (file) => file.organization_id))
    await enqueueBlobRemoval(trx, { organizationId, keys: theirs.flatMap(blobKeysOf) }, nowMs);
}
