/**
 * The text a request produced, kept only to estimate its tokens in case the engine reports no count (D-89). A
 * single chunk, as non-streamed replies have, is kept as it is. More chunks go into one growing buffer:
 * concatenating strings costs ten times the memory per stream.
 */
export class TextTally {
  #only: string | undefined;
  #bytes: Buffer | undefined;
  #length = 0;

  add(text: string): void {
    if (text === '') return;
    if (this.#bytes) return this.#append(this.#bytes, text);
    if (this.#only === undefined) {
      this.#only = text;
      return;
    }
    const first = this.#only;
    this.#only = undefined;
    this.#bytes = Buffer.allocUnsafeSlow(256);
    this.#append(this.#bytes, first);
    this.#append(this.#bytes, text);
  }

  get empty(): boolean {
    return this.#only === undefined && this.#bytes === undefined;
  }

  /** As UTF-8. */
  get bytes(): number {
    return this.#bytes ? this.#length : Buffer.byteLength(this.#only ?? '');
  }

  get text(): string {
    return this.#bytes ? this.#bytes.toString('utf8', 0, this.#length) : (this.#only ?? '');
  }

  #append(bytes: Buffer, text: string): void {
    const needed = this.#length + text.length * 3;
    const target = needed <= bytes.length ? bytes : this.#grow(needed);
    this.#length += target.write(text, this.#length);
  }

  #grow(needed: number): Buffer {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#length * 2));
    this.#bytes?.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
    return larger;
  }
}
