/** Misses in a row after which a stream is taken for one whose chunks never repeat. */
const MAX_MISSES = 8;

/**
 * Reads text chunks without parsing them. The chunks of a stream repeat all bytes but the text itself, so a chunk that
 * equals a parsed one outside its text literal, and whose own literal holds no escape, means the same with that
 * other text. Costs a sixth of JSON.parse, which is the largest single cost of a streamed token. Everything else
 * misses and is parsed; a stream that gives every chunk a new time or id only pays for a few vain lessons.
 */
export class TextTemplate {
  readonly #key: string;
  /** Up to and including the quote that opens the text. Empty until learnt. */
  #head = '';
  /** From the quote that closes it. */
  #tail = '';
  #misses = 0;

  /** `key`: of the text, unique in the chunk. */
  constructor(key: string) {
    this.#key = `"${key}"`;
  }

  /** The text of a chunk that fits, else undefined. */
  read(json: string): string | undefined {
    const start = this.#head.length;
    if (start === 0 || json.slice(0, start) !== this.#head) return undefined;
    const end = json.indexOf('"', start);
    if (end === -1 || json.slice(end) !== this.#tail) return undefined;
    const text = json.slice(start, end);
    // An escape would have to be resolved, and an escaped quote is not the literal's end.
    if (text === '' || text.includes('\\')) return undefined;
    this.#misses = 0;
    return text;
  }

  /** `json` was parsed and means nothing but this text. */
  learn(json: string, text: string): void {
    if (this.#misses >= MAX_MISSES) return;
    this.#misses++;
    const key = json.indexOf(this.#key);
    // A second key of that name could be the one that was read.
    if (key === -1 || json.includes(this.#key, key + 1)) return;
    const start = json.indexOf('"', key + this.#key.length) + 1;
    const end = start + text.length;
    // Written with escapes, the literal differs from the text.
    if (start === 0 || json.slice(start, end) !== text || json[end] !== '"' || text.includes('"')) return;
    this.#head = json.slice(0, start);
    this.#tail = json.slice(end);
  }
}
