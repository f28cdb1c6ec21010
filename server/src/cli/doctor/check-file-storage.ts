import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { BlobStoreUnavailable, fileFolder, newBlobKey, openBlobStore, type BlobStore } from '#blobs';
import type { Environment, StorageConfig } from '#config';
import { createClock, Secret } from '#kit';
import { SealingRing } from '#sealing';
import type { Finding } from './finding.ts';

const what = 'file storage';

/** Whether a file can be written, read and deleted where the service keeps them. A folder that is missing is not made. */
export async function checkFileStorage({ filesDir }: Environment, config: StorageConfig): Promise<Finding> {
  const folder = fileFolder(config, filesDir);
  if (folder !== undefined && !existsSync(folder))
    return { state: 'ok', what, detail: `${folder} (created at the first start)` };
  try {
    // A temporary key: the data key may not exist yet, and this file is not read later.
    const sealing = new SealingRing(new Secret(randomBytes(32).toString('base64')));
    await tryOut(await openBlobStore({ config, filesDir, sealing }));
    return { state: 'ok', what, detail: config.type === 's3' ? `bucket ${config.bucket}` : `${folder}` };
  } catch (error) {
    if (!(error instanceof BlobStoreUnavailable)) throw error;
    return { state: 'failed', what, detail: error.message };
  }
}

async function tryOut(store: BlobStore): Promise<void> {
  const key = newBlobKey(createClock().nowMs());
  const content = randomBytes(1000);
  await store.put(key, 'deployment', Readable.from([content]));
  try {
    const read = await buffer(await store.get(key));
    if (!read.equals(content)) throw new BlobStoreUnavailable('What was written is not what was read.');
  } finally {
    await store.delete(key);
  }
}
