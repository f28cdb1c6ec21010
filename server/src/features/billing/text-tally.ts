import { countTokens } from '#engine';

/**
 * The text a request produced, kept only to estimate its tokens should the engine's own count never come (D-89).
 * Bytes in one growing buffer: a string grown piece by piece costs ten times the memory per stream.
 */
export class TextTally {
  #bytes: Buffer | undefined;
  #length = 0;

  add(text: string): void {
    const needed = this.#length + text.length * 3;
    if (!this.#bytes || needed > this.#bytes.length) this.#grow(needed);
    this.#length += this.#bytes!.write(text, this.#length);
  }

  get empty(): boolean {
    return this.#length === 0;
  }

  countTokens(): number {
    return this.#bytes ? countTokens(this.#bytes.toString('utf8', 0, this.#length)) : 0;
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(256, needed, this.#length * 2));
    this.#bytes?.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
