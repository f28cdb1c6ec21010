import { countPromptTokens, countPromptTokensInBackground, promptBytes, type GenerateRequest } from '#engine';

/** Smaller prompts are counted inline, which is faster than handing them to another thread. */
const COUNTED_AT_ONCE_BYTES = 32_768;

/**
 * Counts the prompts of runs whose engine reported no count, and tracks the counts still in progress (D-89).
 */
export class PromptCounter {
  readonly #counting = new Set<Promise<void>>();

  /** Counts a large prompt on another thread, which takes a moment. */
  count(request: GenerateRequest, counted: (tokens: number) => void): void {
    if (promptBytes(request) <= COUNTED_AT_ONCE_BYTES) return counted(countPromptTokens(request));
    const counting = countPromptTokensInBackground(request).then(counted);
    this.#counting.add(counting);
    void counting.finally(() => this.#counting.delete(counting));
  }

  /** Resolves when every finished request has been handed to the journal. */
  async close(): Promise<void> {
    await Promise.all(this.#counting);
  }
}
