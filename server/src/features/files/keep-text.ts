import type { Kysely } from 'kysely';
import { newBlobKey, type BlobStore } from '#blobs';
import { encodeReading, type DocumentReading } from '#content';
import type { Clock } from '#kit';
import type { Tables } from '#store';
import { enqueueBlobRemoval } from './remove-blobs.ts';
import { endProcessing, nameTextBlob } from './store/file-lives.ts';
import type { StoredFile } from './store/file-rows.ts';

export interface KeepTextDeps {
  readonly db: Kysely<Tables>;
  readonly blobs: BlobStore;
  readonly clock: Clock;
}

/** Makes a document ready and stores its extracted text, so that calls need not parse the document again. */
export async function keepText(
  { db, blobs, clock }: KeepTextDeps,
  file: StoredFile,
  reading: DocumentReading,
  signal: AbortSignal,
): Promise<void> {
  const nowMs = clock.nowMs();
  const key = newBlobKey(nowMs);
  const named = await db.transaction().execute(async (trx) => {
    if (!(await nameTextBlob(trx, file, key))) return false;
    // The text that an aborted attempt may have stored.
    const { organization_id: organizationId, text_blob_key: earlier } = file;
    if (earlier !== null) await enqueueBlobRemoval(trx, { organizationId, keys: [earlier] }, nowMs);
    return true;
  });
  if (!named) return;
  await blobs.put(key, `workspace:${file.workspace_id}`, encodeReading(reading), { signal });
  const ended = await endProcessing(db, { ...file, text_blob_key: key }, undefined);
  // The file was deleted meanwhile, perhaps before its row named the text.
  if (!ended) await blobs.delete(key);
}
