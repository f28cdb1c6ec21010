import { LargestCounts } from '../http/largest-counts.ts';
import type { SaidCount } from '../http/usage-count.ts';

const PARTS = ['inputTokens', 'cacheReadInputTokens', 'cacheWriteInputTokens', 'outputTokens'] as const;

/** Reads the counts of one reply. Converse counts cached parts apart from the rest of the prompt; our count is the total (D-ENG-15). */
export class ConverseUsage {
  readonly #parts = new LargestCounts(PARTS);

  read(usage: unknown): SaidCount {
    this.#parts.read(usage);
    return {
      input: this.#parts.sum('inputTokens', 'cacheReadInputTokens', 'cacheWriteInputTokens'),
      cached: this.#parts.get('cacheReadInputTokens'),
      cacheWrites: this.#parts.get('cacheWriteInputTokens'),
      output: this.#parts.get('outputTokens'),
    };
  }
}
