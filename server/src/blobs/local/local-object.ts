import { open, type FileHandle } from 'node:fs/promises';
import type { StoredObject } from '../object-storage.ts';
import { inFolder } from './folder-access.ts';

const CHUNK_BYTES = 256 * 1024;

/** Throws the file system's error. */
export async function openObject(path: string): Promise<LocalObject> {
  const file = await open(path, 'r');
  try {
    return new LocalObject(file, (await file.stat()).size);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** An open file. It can be read completely even if the blob is deleted meanwhile. */
class LocalObject implements StoredObject {
  readonly sizeBytes: number;
  readonly #file: FileHandle;

  constructor(file: FileHandle, sizeBytes: number) {
    this.#file = file;
    this.sizeBytes = sizeBytes;
  }

  async *read(start: number, end: number): AsyncGenerator<Buffer> {
    const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, end - start));
    for (let offset = start; offset < end;) {
      const length = Math.min(chunk.length, end - offset);
      const { bytesRead } = await inFolder(() => this.#file.read(chunk, 0, length, offset));
      if (bytesRead === 0) return;
      offset += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
