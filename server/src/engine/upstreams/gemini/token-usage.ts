import { LargestCounts } from '../http/largest-counts.ts';
import type { SaidCount } from '../http/usage-count.ts';

const PARTS = [
  'promptTokenCount',
  'toolUsePromptTokenCount',
  'cachedContentTokenCount',
  'candidatesTokenCount',
  'thoughtsTokenCount',
] as const;

/** Reads the counts of one reply (D-ENG-15). The details by modality say the same once more. */
export class ContentUsage {
  readonly #parts = new LargestCounts(PARTS);

  /** Undefined: nothing was said so far. */
  read(usage: unknown): SaidCount | undefined {
    this.#parts.read(usage);
    if (this.#parts.isEmpty) return undefined;
    return {
      input: this.#parts.sum('promptTokenCount', 'toolUsePromptTokenCount'),
      cached: this.#parts.get('cachedContentTokenCount'),
      output: this.#parts.sum('candidatesTokenCount', 'thoughtsTokenCount'),
      reasoning: this.#parts.get('thoughtsTokenCount'),
    };
  }
}
