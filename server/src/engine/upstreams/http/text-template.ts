/** Consecutive misses after which a stream's chunks are assumed never to repeat. */
const MAX_MISSES = 8;

/**
 * Reads text chunks without parsing them. A stream's chunks repeat everything but the text. So a chunk that
 * equals a parsed one outside its text literal, and whose own literal has no escape, has the same meaning
 * with the other text. Costs a sixth of JSON.parse, which is the largest single cost of a streamed token.
 * Everything else misses and is parsed; a stream with a new time or id in every chunk only pays for a few
 * useless attempts.
 */
export class TextTemplate {
  readonly #key: string;
  /** Up to and including the text's opening quote. Empty until learnt. */
  #head = '';
  /** From the text's closing quote on. */
  #tail = '';
  #misses = 0;

  /** `key`: the text's key, which must be unique in the chunk. */
  constructor(key: string) {
    this.#key = `"${key}"`;
  }

  /** The text of a matching chunk, else undefined. */
  read(json: string): string | undefined {
    const start = this.#head.length;
    if (start === 0 || json.slice(0, start) !== this.#head) return undefined;
    const end = json.indexOf('"', start);
    if (end === -1 || json.slice(end) !== this.#tail) return undefined;
    const text = json.slice(start, end);
    // An escape would have to be decoded, and an escaped quote is not the end of the literal.
    if (text === '' || text.includes('\\')) return undefined;
    this.#misses = 0;
    return text;
  }

  /** `json` was parsed and contains nothing but this text. */
  learn(json: string, text: string): void {
    if (this.#misses >= MAX_MISSES) return;
    this.#misses++;
    const key = json.indexOf(this.#key);
    // A second key of that name could be the one that was read.
    if (key === -1 || json.includes(this.#key, key + 1)) return;
    const start = json.indexOf('"', key + this.#key.length) + 1;
    const end = start + text.length;
    // A literal with escapes differs from the text.
    if (start === 0 || json.slice(start, end) !== text || json[end] !== '"' || text.includes('"')) return;
    this.#head = json.slice(0, start);
    this.#tail = json.slice(end);
  }
}
