import type { LlamaModel, Token } from 'node-llama-cpp';

/** A character is at most four bytes, and byte tokens hold one each. */
const TOKENS_PER_CHARACTER = 4;
/** Preceding tokens that a vocabulary needs to place the space before a word. */
const CONTEXT_TOKENS = 4;

/** Turns tokens into text that never splits a character and never shows any part of a stop text. */
export class TextDecoder {
  readonly #model: Pick<LlamaModel, 'detokenize'>;
  readonly #stopTexts: readonly string[];
  #before: Token[];
  #partial: Token[] = [];
  #held = '';
  #stopped = false;

  constructor(model: Pick<LlamaModel, 'detokenize'>, prompt: readonly Token[], stopTexts: readonly string[]) {
    this.#model = model;
    this.#stopTexts = stopTexts;
    this.#before = prompt.slice(-CONTEXT_TOKENS);
  }

  /** True once a stop text was seen. Further tokens are not decoded. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** The text that is final with this token: usually one token's, sometimes none. */
  push(token: Token): string {
    this.#partial.push(token);
    const text = this.#model.detokenize(this.#partial, false, this.#before);
    if (text.endsWith('\ufffd') && this.#partial.length < TOKENS_PER_CHARACTER) return '';
    return this.#release(text);
  }

  /** The held-back text when no more tokens follow. An incomplete character becomes U+FFFD. */
  end(): string {
    if (this.#stopped) return '';
    const text =
      this.#partial.length > 0
        ? this.#release(this.#model.detokenize(this.#partial, false, this.#before))
        : '';
    const rest = this.#stopped ? '' : this.#held;
    this.#held = '';
    return text + rest;
  }

  #release(text: string): string {
    this.#before = [...this.#before, ...this.#partial].slice(-CONTEXT_TOKENS);
    this.#partial = [];
    const all = this.#held + text;
    const found = this.#stopTexts.map((stop) => all.indexOf(stop)).filter((at) => at >= 0);
    if (found.length > 0) {
      this.#stopped = true;
      this.#held = '';
      return all.slice(0, Math.min(...found));
    }
    const kept = Math.max(0, ...this.#stopTexts.map((stop) => overlap(all, stop)));
    this.#held = all.slice(all.length - kept);
    return all.slice(0, all.length - kept);
  }
}

/** Length of the longest suffix of `text` that is a prefix of the stop text. */
function overlap(text: string, stop: string): number {
  for (let length = Math.min(text.length, stop.length - 1); length > 0; length--) {
    if (stop.startsWith(text.slice(text.length - length))) return length;
  }
  return 0;
}
