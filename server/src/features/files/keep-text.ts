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

/** Makes a document ready, with its text beside its bytes: no call has to read the document again. */
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
    // What an attempt that was cut off may have stored.
    if (file.text_blob_key !== null) await enqueueBlobRemoval(trx, [file.text_blob_key], nowMs);
    return true;
  });
  if (!named) return;
  await blobs.put(key, encodeReading(reading), { signal });
  const ended = await endProcessing(db, { ...file, text_blob_key: key }, undefined);
  // The file was deleted meanwhile, and whoever did it may not have seen the text.
  if (!ended) await blobs.delete(key);
}
