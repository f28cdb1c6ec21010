import { createSplitPattern, loadEncoding } from './encoding.ts';

/**
 * Bytes that one count may spend in the merge loop (1 to 2 µs each; everything else costs one set look-up per
 * word). Hundreds of KB of ordinary English stay below it. Beyond it, further unknown words are estimated
 * at the tokens per byte measured so far, so that random text of any size stays cheap and the count stays
 * deterministic.
 */
const MERGE_BUDGET_BYTES = 12_288;

/** No word is as long, with what must be known behind it. */
const CARRIED_CHARACTERS = 512;

const splitPattern = createSplitPattern();

/**
 * Counts the texts of one request under one shared budget: many short texts must not cost more than one long
 * one.
 */
class TokenCount {
  #known = 0;
  #mergedTokens = 0;
  #mergedBytes = 0;
  #unmergedBytes = 0;
  /** The end of a part, which may be in one word with what follows. */
  #carried = '';

  /** `endsText` false: the text goes on with the next part. */
  add(part: string, endsText = true): void {
    const text = this.#carried + part;
    const counted = this.#count(text, endsText ? text.length : text.length - CARRIED_CHARACTERS);
    this.#carried = endsText ? '' : text.slice(counted);
  }

  /** Counts the words that begin before `end`, and returns where the next one begins. */
  #count(text: string, end: number): number {
    const { wholeTokens, core } = loadEncoding();
    splitPattern.lastIndex = 0;
    let start = 0;
    // `test` and a slice instead of `matchAll`: no array per word. The pattern leaves no gaps between
    // matches.
    while (start < end && splitPattern.test(text)) {
      const word = text.slice(start, splitPattern.lastIndex);
      start = splitPattern.lastIndex;
      if (wholeTokens.has(word)) {
        this.#known += 1;
        continue;
      }
      const bytes = Buffer.byteLength(word);
      if (this.#mergedBytes < MERGE_BUDGET_BYTES) {
        this.#mergedTokens += core.countNative(word);
        this.#mergedBytes += bytes;
      } else {
        this.#unmergedBytes += bytes;
      }
    }
    return start;
  }

  /** Tokens so far. Never more than the UTF-8 bytes added: a token is at least one byte. */
  total(): number {
    if (this.#unmergedBytes === 0) return this.#known + this.#mergedTokens;
    return (
      this.#known +
      this.#mergedTokens +
      Math.ceil((this.#unmergedBytes * this.#mergedTokens) / this.#mergedBytes)
    );
  }

  /** Frees the cached words of the texts. Call when the count is done. */
  close(): void {
    loadEncoding().core.clearMergeCache();
  }
}

/** Counts the tokens of several texts together, under one budget. */
export function countTokensOfAll(texts: readonly string[]): number {
  const count = new TokenCount();
  for (const text of texts) count.add(text);
  count.close();
  return count.total();
}

/** Counts texts one by one, part by part, under one budget for all: their tokens add up to `countTokensOfAll`. */
export class EachCount {
  readonly #count = new TokenCount();
  readonly #tokens: number[] = [];
  #before = 0;

  /** `endsText` false: the text goes on with the next part. */
  add(part: string, endsText: boolean): void {
    this.#count.add(part, endsText);
    if (!endsText) return;
    const total = this.#count.total();
    this.#tokens.push(total - this.#before);
    this.#before = total;
  }

  /** The tokens of each text. */
  end(): readonly number[] {
    this.#count.close();
    return this.#tokens;
  }
}

/** Counts the tokens of each text under one budget for all: they add up to `countTokensOfAll`. */
export function countTokensOfEach(texts: readonly string[]): readonly number[] {
  const count = new EachCount();
  for (const text of texts) count.add(text, true);
  return count.end();
}

/**
 * Counts the tokens of `text` in a public reference vocabulary: exact for ordinary text, an estimate for
 * large random text. Linear: 200 KB of anything takes well under 60 ms, 2 MB a few tenths of a second; use
 * `countTokensInBackground` for text of any length.
 */
export function countTokens(text: string): number {
  return countTokensOfAll([text]);
}

/** A word-sized part of a text, as models stream it, and its tokens. */
export interface TextWord {
  readonly text: string;
  readonly tokens: number;
}

/**
 * Splits `text` into word-sized parts whose tokens add up to the count of the whole. Never splits a
 * character.
 */
export function splitWords(text: string): TextWord[] {
  return (text.match(splitPattern) ?? []).map((word) => ({ text: word, tokens: countTokens(word) }));
}

/** The longest prefix of `text` with at most `most` tokens, in whole words as `splitWords` cuts them. */
export function firstTokens(text: string, most: number): string {
  let start = '';
  let left = most;
  for (const word of splitWords(text)) {
    left -= word.tokens;
    if (left < 0) break;
    start += word.text;
  }
  return start;
}
