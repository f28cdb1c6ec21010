import { newBlobKey, openBlobStore } from '../../../server/src/blobs/index.ts';
import { DAY_MS, newId, Secret } from '../../../server/src/kit/index.ts';
import { SealingRing } from '../../../server/src/sealing/index.ts';
import type { Store } from '../../../server/src/store/index.ts';
import { DATA_KEY } from '../deployment/store-access.ts';

const BATCH_SIZE = 50;

/** Stores small files of the only workspace, as uploads would have, in the folder where the service keeps them. Returns when they expire. */
export async function seedFiles(store: Store, folder: string, count: number): Promise<number> {
  const blobs = await openBlobStore({
    config: { type: 'local', shared: true },
    filesDir: folder,
    sealing: new SealingRing(new Secret(DATA_KEY)),
  });
  const workspace = await store.db
    .selectFrom('workspaces')
    .select(['id', 'organization_id'])
    .executeTakeFirstOrThrow();
  const nowMs = Date.now();
  const expiresAtMs = nowMs + DAY_MS;
  for (let from = 0; from < count; from += BATCH_SIZE) {
    const rows = Array.from({ length: Math.min(BATCH_SIZE, count - from) }, (_, at) => ({
      id: newId('file_', nowMs),
      organization_id: workspace.organization_id,
      workspace_id: workspace.id,
      filename: `${from + at}.txt`,
      purpose: 'document' as const,
      mime_type: 'text/plain',
      bytes: 5,
      status: 'ready' as const,
      status_detail: null,
      source: 'upload' as const,
      blob_key: newBlobKey(nowMs),
      created_at: nowMs,
      expires_at: expiresAtMs,
    }));
    await Promise.all(rows.map(({ blob_key: key }) => blobs.put(key, `workspace:${workspace.id}`, hello())));
    await store.db.insertInto('files').values(rows).execute();
  }
  return expiresAtMs;
}

async function* hello(): AsyncGenerator<Buffer> {
  yield Buffer.from('hello');
}
