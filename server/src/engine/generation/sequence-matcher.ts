export interface SequenceMatch {
  readonly sequence: string;
  /** End offset of the sequence in the last chunk. */
  readonly end: number;
}

/** One sequence and the length of its prefix at the end of the text so far (Knuth-Morris-Pratt). */
class Progress {
  readonly sequence: string;
  /** For each matched length, the longest shorter prefix that is also a suffix of it. */
  readonly #fallbacks: Int32Array;
  matched = 0;

  constructor(sequence: string) {
    this.sequence = sequence;
    this.#fallbacks = new Int32Array(sequence.length + 1);
    for (let i = 1, length = 0; i < sequence.length; i++) {
      while (length > 0 && sequence[i] !== sequence[length]) length = this.#fallbacks[length]!;
      if (sequence[i] === sequence[length]) length++;
      this.#fallbacks[i + 1] = length;
    }
  }

  /** True when this character completes the sequence. */
  take(character: string): boolean {
    while (this.matched > 0 && this.sequence[this.matched] !== character)
      this.matched = this.#fallbacks[this.matched]!;
    if (this.sequence[this.matched] === character) this.matched++;
    return this.matched === this.sequence.length;
  }
}

/**
 * Finds the first of several sequences in a text that arrives in chunks, in time linear in the text for any
 * sequences.
 */
export class SequenceMatcher {
  readonly #progress: readonly Progress[];

  constructor(sequences: readonly string[]) {
    // Of two that end at the same character, the longer one starts first.
    this.#progress = sequences
      .toSorted((a, b) => b.length - a.length)
      .map((sequence) => new Progress(sequence));
  }

  /** Number of characters at the end of the text that may start a sequence. */
  get pending(): number {
    return Math.max(...this.#progress.map(({ matched }) => matched));
  }

  /** The first completed sequence. */
  feed(chunk: string): SequenceMatch | undefined {
    for (let i = 0; i < chunk.length; i++) {
      const character = chunk[i]!;
      let found: string | undefined;
      // Each must see each character.
      for (const progress of this.#progress) if (progress.take(character)) found ??= progress.sequence;
      if (found !== undefined) return { sequence: found, end: i + 1 };
    }
    return undefined;
  }

  reset(): void {
    for (const progress of this.#progress) progress.matched = 0;
  }
}
