import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalStorage } from '../local/local-storage.ts';
import type { ObjectStorage } from '../object-storage.ts';

/** A storage for the tests that every kind of storage must pass. */
export interface StorageFixture {
  readonly storage: ObjectStorage;
  /** Names of unfinished uploads. */
  unfinished(): Promise<string[]>;
  close(): Promise<void>;
}

export async function openLocalFixture(): Promise<StorageFixture & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-blobs-'));
  return {
    folder,
    storage: await LocalStorage.open(folder),
    unfinished: () => readdir(join(folder, 'unfinished')),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
