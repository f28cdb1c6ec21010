/** No tokenizer averages more characters per token; an engine beyond this ignores its limit. */
const MAX_CHARACTERS_PER_TOKEN = 32;
const CHARACTERS_SPARE = 4096;
/** Servers that split text finer than tokens send pieces of a character or two. */
const MIN_CHARACTERS_PER_PIECE = 2;

/**
 * Limits a streamed reply to `max_tokens` when the engine does not (CHAT-12), without counting tokens. An
 * engine sends at least one token per piece. So a reply is too long if it has more pieces than allowed tokens
 * (unless its pieces are finer than tokens), or more text than any tokenizer packs into that many.
 */
export class OutputAllowance {
  readonly #mostPieces: number;
  readonly #mostCharacters: number;
  #pieces = 0;
  #characters = 0;
  exceeded = false;

  constructor(maxOutputTokens: number) {
    this.#mostPieces = maxOutputTokens;
    this.#mostCharacters = MAX_CHARACTERS_PER_TOKEN * maxOutputTokens + CHARACTERS_SPARE;
  }

  /** The part of a piece of text that is still within the limit. */
  take(piece: string): string {
    if (this.exceeded || piece === '') return '';
    this.#pieces++;
    this.#characters += piece.length;
    if (this.#pieces > this.#mostPieces && this.#characters >= MIN_CHARACTERS_PER_PIECE * this.#pieces) {
      this.exceeded = true;
      return '';
    }
    const surplus = this.#characters - this.#mostCharacters;
    if (surplus <= 0) return piece;
    this.exceeded = true;
    return piece.slice(0, Math.max(0, piece.length - surplus));
  }
}
