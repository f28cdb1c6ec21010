import { countPromptTokens, countPromptTokensInBackground, promptBytes, type GenerateRequest } from '#engine';

/** Prompts up to here are counted at once: quicker than handing them to another thread. */
const COUNTED_AT_ONCE_BYTES = 32_768;

/** Counts the prompts of runs that ended without their engine's count, and knows which counts are still under way (D-89). */
export class PromptCounter {
  readonly #counting = new Set<Promise<void>>();

  /** For a large prompt it takes a moment on another thread. */
  count(request: GenerateRequest, counted: (tokens: number) => void): void {
    if (promptBytes(request) <= COUNTED_AT_ONCE_BYTES) return counted(countPromptTokens(request));
    const counting = countPromptTokensInBackground(request).then(counted);
    this.#counting.add(counting);
    void counting.finally(() => this.#counting.delete(counting));
  }

  /** Resolves when every ended request has been handed to the journal. */
  async close(): Promise<void> {
    await Promise.all(this.#counting);
  }
}
