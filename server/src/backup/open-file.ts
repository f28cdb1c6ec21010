import { closeSync, fstatSync, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';

const CHUNK_BYTES = 512 * 1024;
/** Read at once: waiting for a thread takes a busy process a hundred times as long as the reading. */
const SMALL_BYTES = 32 * 1024;
const readInto = promisify(read);

/** A file to copy: as large as it was when it was opened, and readable although it is deleted meanwhile. */
export class OpenFile {
  readonly sizeBytes: number;
  readonly #fd: number;

  private constructor(fd: number) {
    this.#fd = fd;
    this.sizeBytes = fstatSync(fd).size;
  }

  /** Opens it without waiting, so that nothing else happens meanwhile. Undefined for a file that is gone. */
  static open(path: string): OpenFile | undefined {
    try {
      return new OpenFile(openSync(path, 'r'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Each chunk is in memory of its own. Ends early when the file has become shorter. */
  async *chunks(): AsyncGenerator<Buffer, void> {
    for (let offset = 0; offset < this.sizeBytes;) {
      const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, this.sizeBytes - offset));
      const bytesRead = await this.#read(chunk, offset);
      if (bytesRead === 0) return;
      offset += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
  }

  async #read(chunk: Buffer, offset: number): Promise<number> {
    if (this.sizeBytes <= SMALL_BYTES) return readSync(this.#fd, chunk, 0, chunk.length, offset);
    const { bytesRead } = await readInto(this.#fd, chunk, 0, chunk.length, offset);
    return bytesRead;
  }

  close(): void {
    closeSync(this.#fd);
  }
}
