import { open, unlink, type FileHandle } from 'node:fs/promises';
import type { BlobContent } from '../object-storage.ts';
import { inTurn } from './disk-syncs.ts';
import { inFolder } from './folder-access.ts';
import { SealedFile } from './sealed-file.ts';

/**
 * Bytes written to a file before they are synced, while as many again may follow: larger syncs would delay other writes
 * to the disk, such as the usage journal.
 */
const SYNC_EVERY_BYTES = 16 * 1024 * 1024;

/** Writes a new file; it is complete and synced when this resolves. If it throws, nothing is left of it. */
export async function writeFile(path: string, content: BlobContent): Promise<void> {
  const file = await inFolder(() => open(path, 'wx', 0o600));
  try {
    await writeAll(file, content);
    await inFolder(() => file.close());
  } catch (error) {
    await file.close().catch(() => {});
    await inFolder(() => unlink(path));
    throw error;
  }
}

async function writeAll(file: FileHandle, content: BlobContent): Promise<void> {
  const { key, header } = content;
  await inFolder(() => file.writeFile(header));
  const sealed = new SealedFile(file, key, header);
  const disk = new DiskSync(file);
  try {
    for await (const chunk of content.chunks()) {
      await inFolder(() => sealed.add(chunk));
      await disk.count(chunk.length);
    }
    await inFolder(() => sealed.end());
  } finally {
    await sealed.close();
    await disk.idle();
  }
  await inTurn(() => inFolder(() => file.sync()));
}

/** Syncs a file while it is written. */
class DiskSync {
  readonly #file: FileHandle;
  #bytes = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Waits if the disk is slower than the writes. */
  async count(bytes: number): Promise<void> {
    this.#bytes += bytes;
    if (this.#bytes < SYNC_EVERY_BYTES) return;
    this.#bytes = 0;
    await this.#running;
    this.#running = inTurn(() => inFolder(() => this.#file.datasync()));
    // The next call, or the sync at the end, throws it.
    this.#running.catch(() => {});
  }

  /** Resolves when no sync is running. */
  async idle(): Promise<void> {
    await this.#running.catch(() => {});
  }
}
