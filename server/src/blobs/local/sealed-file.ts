import type { FileHandle } from 'node:fs/promises';
import { CHUNK_BYTES } from '../sealing/blob-format.ts';
import { closeSealing, openSealing, sendToSealingThread } from './sealing-thread.ts';

/** Size of a block that is passed to the thread. */
const BLOCK_BYTES = 2 * CHUNK_BYTES;
/** One is filled while the thread processes the other. */
const MAX_BLOCKS = 2;

/**
 * Sends content to a thread that encrypts it and appends it to a file. The file must not be closed before `close`
 * has resolved: otherwise its descriptor could be reused for another file.
 */
export class SealedFile {
  readonly #id: number;
  #block = new Uint8Array(BLOCK_BYTES);
  #filled = 0;
  readonly #free: ArrayBuffer[] = [];
  /** Blocks that the thread is processing. */
  #inFlight = 0;
  #fault: Error | undefined;
  #onResult: (() => void) | undefined;

  constructor({ fd }: FileHandle, key: Buffer, header: Buffer) {
    this.#id = openSealing(fd, key, header, (memory, fault) => this.#settle(memory, fault));
  }

  /** The chunk is copied when this resolves. Rejects with the file system's error, or BlobStoreUnavailable. */
  async add(chunk: Uint8Array): Promise<void> {
    for (let offset = 0; offset < chunk.length;) {
      // A full block is kept until more arrives: only then it is known not to be the last.
      if (this.#filled === BLOCK_BYTES) await this.#next();
      const end = Math.min(chunk.length, offset + BLOCK_BYTES - this.#filled);
      this.#block.set(chunk.subarray(offset, end), this.#filled);
      this.#filled += end - offset;
      offset = end;
    }
  }

  /** Resolves when everything was written. Rejects as `add`. */
  async end(): Promise<void> {
    this.#send(true);
    await this.#untilInFlight(0);
  }

  /** Resolves when the thread no longer uses the file. */
  async close(): Promise<void> {
    await this.#untilInFlight(0).catch(() => {});
    closeSealing(this.#id);
    const blocks = [this.#block.buffer, ...this.#free];
    for (const memory of blocks) if (!memory.detached) memory.transfer(0);
  }

  async #next(): Promise<void> {
    this.#send(false);
    await this.#untilInFlight(MAX_BLOCKS - 1);
    const memory = this.#free.pop();
    this.#block = memory ? new Uint8Array(memory) : new Uint8Array(BLOCK_BYTES);
  }

  /** Throws an earlier error: a thread that has ended no longer responds, and `close` would wait for it. */
  #send(isLast: boolean): void {
    if (this.#fault) throw this.#fault;
    const [{ buffer: memory }, bytes] = [this.#block, this.#filled];
    sendToSealingThread({ kind: 'block', id: this.#id, memory, bytes, isLast });
    this.#inFlight++;
    this.#filled = 0;
  }

  async #untilInFlight(most: number): Promise<void> {
    while (this.#inFlight > most)
      await new Promise<void>((resolve) => {
        this.#onResult = resolve;
      });
    if (this.#fault) throw this.#fault;
  }

  #settle(memory: ArrayBuffer | undefined, fault: Error | undefined): void {
    this.#fault ??= fault;
    this.#inFlight = memory ? this.#inFlight - 1 : 0;
    if (memory) this.#free.push(memory);
    this.#onResult?.();
  }
}
