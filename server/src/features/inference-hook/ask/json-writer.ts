import { setImmediate } from 'node:timers/promises';

/** Takes far less than a millisecond. */
const SLICE_CHARACTERS = 65_536;
/** After so long others get a turn. */
const STRETCH_MS = 5;

/** JSON of at most so many bytes, written chunk by chunk so that a large text never holds the event loop. */
export class JsonWriter {
  readonly #chunks: string[] = [];
  #remainingBytes: number;
  #stretchStartedMs = performance.now();
  #truncated = false;

  constructor(limitBytes: number) {
    this.#remainingBytes = limitBytes;
  }

  /** Something did not fit. From then on only the ends of what is open should be written. */
  get truncated(): boolean {
    return this.#truncated;
  }

  /** Whether there is room for it. */
  fits(json: string): boolean {
    return Buffer.byteLength(json) <= this.#remainingBytes;
  }

  /** Writes JSON as it is, whether or not it fits. */
  raw(json: string): void {
    this.#chunks.push(json);
    this.#remainingBytes -= Buffer.byteLength(json);
    if (this.#remainingBytes < 0) this.#truncated = true;
  }

  /** Writes a string, or as much of it as fits. */
  async text(text: string): Promise<void> {
    this.raw('"');
    for (let at = 0; at < text.length && !this.#truncated; at += SLICE_CHARACTERS) {
      // A character that is cut in two is written as two escapes, which are one character again when they are read.
      const slice = JSON.stringify(text.slice(at, at + SLICE_CHARACTERS)).slice(1, -1);
      if (this.fits(slice)) this.raw(slice);
      else this.#truncated = true;
      await this.rest();
    }
    this.raw('"');
  }

  /** Gives others a turn, if they had none for a while. */
  async rest(): Promise<void> {
    if (performance.now() - this.#stretchStartedMs < STRETCH_MS) return;
    await setImmediate();
    this.#stretchStartedMs = performance.now();
  }

  toString(): string {
    return this.#chunks.join('');
  }
}
