import { isFields } from '../http/error-object.ts';
import { readTokenCount } from '../http/token-count.ts';
import type { SaidCount } from '../http/usage-count.ts';

const PARTS = [
  'promptTokenCount',
  'toolUsePromptTokenCount',
  'cachedContentTokenCount',
  'candidatesTokenCount',
  'thoughtsTokenCount',
] as const;
type Part = (typeof PARTS)[number];

/**
 * Reads the counts of one reply (D-ENG-15). A stream repeats them, and leaves out or says 0 of what it does not know at that place: the
 * largest of each part counts (D-ENG-16). The details by modality say the same once more.
 */
export class ContentUsage {
  readonly #parts = new Map<Part, number>();

  /** Undefined: it says nothing. */
  read(usage: unknown): SaidCount | undefined {
    if (!isFields(usage)) return undefined;
    for (const name of PARTS) {
      const said = readTokenCount(usage[name]);
      if (said !== undefined) this.#parts.set(name, Math.max(said, this.#parts.get(name) ?? 0));
    }
    if (this.#parts.size === 0) return undefined;
    return {
      input: this.#sum('promptTokenCount', 'toolUsePromptTokenCount'),
      cached: this.#parts.get('cachedContentTokenCount'),
      output: this.#sum('candidatesTokenCount', 'thoughtsTokenCount'),
      reasoning: this.#parts.get('thoughtsTokenCount'),
    };
  }

  #sum(...names: readonly Part[]): number {
    return names.reduce((sum, name) => sum + (this.#parts.get(name) ?? 0), 0);
  }
}
