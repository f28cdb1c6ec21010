import { countPromptTokensInBackground, countTokensInBackground, type GenerateRequest } from '#engine';

/**
 * Counts what engines did not: prompts, output, and the reasoning share of output (D-89). Tracks the counts still in
 * progress. Calls back at once unless another thread counts, where tenants take turns.
 */
export class TokenCounter {
  readonly #counting = new Set<Promise<void>>();

  countPrompt(tenant: string, request: GenerateRequest, counted: (tokens: number) => void): void {
    this.#await(countPromptTokensInBackground(request, tenant), counted);
  }

  countText(tenant: string, text: string, counted: (tokens: number) => void): void {
    this.#await(countTokensInBackground(text, tenant), counted);
  }

  /** Resolves when every finished request has been handed to the journal. */
  async close(): Promise<void> {
    // One count may lead to the next: a request's output, then its prompt.
    while (this.#counting.size > 0) await Promise.all(this.#counting);
  }

  #await(tokens: number | Promise<number>, counted: (tokens: number) => void): void {
    if (!(tokens instanceof Promise)) return counted(tokens);
    const counting = tokens.then(counted);
    this.#counting.add(counting);
    void counting.finally(() => this.#counting.delete(counting));
  }
}
