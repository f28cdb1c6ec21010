/** No tokenizer averages more characters per token; an engine beyond this ignores its limit. */
const MAX_CHARACTERS_PER_TOKEN = 32;
const CHARACTERS_SPARE = 4096;
/** Servers that split text finer than tokens send chunks of a character or two. */
const MIN_CHARACTERS_PER_CHUNK = 2;

/**
 * Limits a streamed reply to `max_tokens` when the engine does not (CHAT-12), without counting tokens. An
 * engine sends at least one token per chunk. So a reply is too long if it has more chunks than allowed tokens
 * (unless its chunks are finer than tokens), or more text than any tokenizer packs into that many.
 */
export class OutputAllowance {
  readonly #maxChunks: number;
  readonly #mostCharacters: number;
  #chunks = 0;
  #characters = 0;
  exceeded = false;

  constructor(maxOutputTokens: number) {
    this.#maxChunks = maxOutputTokens;
    this.#mostCharacters = MAX_CHARACTERS_PER_TOKEN * maxOutputTokens + CHARACTERS_SPARE;
  }

  /** The part of a chunk of text that is still within the limit. */
  take(chunk: string): string {
    if (this.exceeded || chunk === '') return '';
    this.#chunks++;
    this.#characters += chunk.length;
    if (this.#chunks > this.#maxChunks && this.#characters >= MIN_CHARACTERS_PER_CHUNK * this.#chunks) {
      this.exceeded = true;
      return '';
    }
    const surplus = this.#characters - this.#mostCharacters;
    if (surplus <= 0) return chunk;
    this.exceeded = true;
    return chunk.slice(0, Math.max(0, chunk.length - surplus));
  }
}
