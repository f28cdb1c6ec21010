import { randomBytes } from 'node:crypto';
import { readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeDirectory, syncDirectory } from '#kit';
import { BlobMissing } from '../blob-errors.ts';
import { isBlobKey } from '../blob-key.ts';
import type { BlobContent, ListedObject, ObjectStorage, StoredObject } from '../object-storage.ts';
import { BLOBS, blobPath, blobPeriod } from './blob-path.ts';
import { inFolder, inFolderIfThere } from './folder-access.ts';
import { openObject } from './local-object.ts';
import { writeFile } from './write-file.ts';

const PERIOD = /^blob_[0-9a-z]{5}$/;

/**
 * Blobs as files in a folder, which several nodes may share: `blobs/<period>/<key>`, written as `unfinished/<key>.<random>` and renamed
 * once they are complete and synced to disk.
 */
export class LocalStorage implements ObjectStorage {
  readonly #folder: string;
  readonly #blobs: string;
  readonly #unfinished: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#blobs = join(folder, BLOBS);
    this.#unfinished = join(folder, 'unfinished');
  }

  /** Creates missing folders. Throws BlobStoreUnavailable. */
  static async open(folder: string): Promise<LocalStorage> {
    const storage = new LocalStorage(folder);
    await inFolder(async () => {
      await makeDirectory(storage.#blobs);
      await makeDirectory(storage.#unfinished);
      await syncDirectory(folder);
    });
    return storage;
  }

  async write(key: string, content: BlobContent): Promise<void> {
    const draft = join(this.#unfinished, `${key}.${randomBytes(4).toString('hex')}`);
    await writeFile(draft, content);
    await inFolder(() => this.#place(draft, this.#path(key)));
  }

  async open(key: string): Promise<StoredObject> {
    const object = await inFolderIfThere(() => openObject(this.#path(key)));
    if (object) return object;
    await this.#assertMounted();
    throw new BlobMissing(key);
  }

  async delete(key: string): Promise<void> {
    const path = this.#path(key);
    const isDeleted = await inFolderIfThere(() => unlink(path).then(() => true));
    if (!isDeleted) await this.#assertMounted();
  }

  async *list(after = ''): AsyncGenerator<ListedObject> {
    const firstPeriod = blobPeriod(after);
    for (const period of await sortedNames(this.#blobs)) {
      if (period < firstPeriod || !PERIOD.test(period)) continue;
      for (const key of await sortedNames(join(this.#blobs, period))) {
        const found = key > after && isBlobKey(key) && (await inFolderIfThere(() => stat(this.#path(key))));
        if (found) yield { key, sizeBytes: found.size, modifiedAtMs: found.mtimeMs };
      }
    }
  }

  async removeUnfinished(beforeMs: number): Promise<number> {
    let removed = 0;
    for (const name of await sortedNames(this.#unfinished)) {
      const path = join(this.#unfinished, name);
      const found = await inFolderIfThere(() => stat(path));
      if (!found || found.mtimeMs >= beforeMs) continue;
      // Another node may remove the same ones.
      await inFolderIfThere(() => unlink(path));
      removed++;
    }
    return removed;
  }

  #path(key: string): string {
    return join(this.#folder, blobPath(key));
  }

  async #place(draft: string, path: string): Promise<void> {
    const period = dirname(path);
    try {
      await makeDirectory(period);
      await rename(draft, path);
    } catch (error) {
      await unlink(draft);
      throw error;
    }
    await syncDirectory(period);
    await syncDirectory(this.#blobs);
  }

  /** A folder that is not mounted has no blobs at all. This must not be mistaken for deleted blobs. */
  async #assertMounted(): Promise<void> {
    await inFolder(() => stat(this.#blobs));
  }
}

async function sortedNames(directory: string): Promise<string[]> {
  return (await inFolder(() => readdir(directory))).toSorted();
}
