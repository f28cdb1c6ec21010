/** No tokenizer has tokens of more characters on average; beyond this an engine ignores its limit. */
const MOST_CHARACTERS_PER_TOKEN = 32;
const CHARACTERS_SPARE = 4096;
/** Servers that cut text finer than tokens send pieces of a character or two. */
const LEAST_CHARACTERS_PER_PIECE = 2;

/**
 * Holds a streamed reply to `max_tokens` where the engine does not (CHAT-12), without counting tokens. An engine sends
 * at least one token per piece, so more pieces than tokens were allowed is too much, unless the pieces are finer than
 * tokens; and so is more text than any tokenizer packs into that many.
 */
export class OutputAllowance {
  readonly #mostPieces: number;
  readonly #mostCharacters: number;
  #pieces = 0;
  #characters = 0;
  exceeded = false;

  constructor(maxOutputTokens: number) {
    this.#mostPieces = maxOutputTokens;
    this.#mostCharacters = MOST_CHARACTERS_PER_TOKEN * maxOutputTokens + CHARACTERS_SPARE;
  }

  /** The part of a piece of text that may still pass. */
  take(piece: string): string {
    if (this.exceeded || piece === '') return '';
    this.#pieces++;
    this.#characters += piece.length;
    if (this.#pieces > this.#mostPieces && this.#characters >= LEAST_CHARACTERS_PER_PIECE * this.#pieces) {
      this.exceeded = true;
      return '';
    }
    const surplus = this.#characters - this.#mostCharacters;
    if (surplus <= 0) return piece;
    this.exceeded = true;
    return piece.slice(0, Math.max(0, piece.length - surplus));
  }
}
