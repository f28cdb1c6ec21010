import type { Readable, Writable } from 'node:stream';
import { ByteCollector, type LineFormat } from '#kit';

const LINE_END = 0x0a;
const MAX_OF_A_LINE_BYTES = 16 * 1024 * 1024;

/**
 * Carries the output of several processes to one stream, whole lines at a time. Processes that wrote to one pipe
 * themselves would cut each other's lines: a write of more than 4 KB is not one chunk.
 */
export class LineMultiplexer {
  readonly #to: Writable;
  readonly #format: LineFormat | undefined;
  readonly #sources = new Set<Readable>();

  /** `format` makes what is written of each line. */
  constructor(to: Writable, format?: LineFormat) {
    this.#to = to;
    this.#format = format;
    to.on('drain', () => {
      for (const source of this.#sources) source.resume();
    });
  }

  add(source: Readable): void {
    const begun = new ByteCollector(MAX_OF_A_LINE_BYTES);
    this.#sources.add(source);
    source.on('data', (chunk: Buffer) => {
      const end = chunk.lastIndexOf(LINE_END) + 1;
      if (end > 0) this.#write(Buffer.concat([begun.take(), chunk.subarray(0, end)]));
      // No line of the log is that long; it goes on without its beginning.
      if (end < chunk.length && !begun.add(chunk.subarray(end))) begun.take();
    });
    // The rest of a line that a killed process started is not a line.
    source.once('close', () => this.#sources.delete(source));
  }

  #formatted(lines: Buffer): Buffer | string {
    if (!this.#format) return lines;
    return String(lines)
      .split(/(?<=\n)/)
      .map(this.#format)
      .join('');
  }

  #write(lines: Buffer): void {
    if (!this.#to.write(this.#formatted(lines))) for (const source of this.#sources) source.pause();
  }
}
