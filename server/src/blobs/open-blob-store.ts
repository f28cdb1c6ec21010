import type { StorageConfig } from '#config';
import type { SealingRing } from '#sealing';
import { LocalStorage } from './local/local-storage.ts';
import type { ObjectStorage } from './object-storage.ts';
import { SealedBlobStore } from './sealed-blob-store.ts';

export interface BlobStoreParts {
  readonly config: StorageConfig;
  /** Absolute path of the folder if `config` has none. */
  readonly filesDir: string;
  readonly sealing: SealingRing;
}

/** The blob store of a deployment. Creates the folder if it is missing; a bucket must exist. Throws BlobStoreUnavailable. */
export async function openBlobStore({ config, filesDir, sealing }: BlobStoreParts): Promise<SealedBlobStore> {
  return new SealedBlobStore(await openStorage(config, filesDir), sealing);
}

/** The folder of the files of a deployment; undefined when they are in a bucket. `filesDir` as in `BlobStoreParts`. */
export function fileFolder(config: StorageConfig, filesDir: string): string | undefined {
  return config.type === 'local' ? (config.path ?? filesDir) : undefined;
}

async function openStorage(config: StorageConfig, filesDir: string): Promise<ObjectStorage> {
  if (config.type === 'local') return LocalStorage.open(config.path ?? filesDir);
  // Its client takes 200 ms to load.
  const { S3Storage } = await import('./s3/s3-storage.ts');
  return new S3Storage(config);
}
