import { countPromptTokens, countPromptTokensInBackground, promptBytes, type GenerateRequest } from '#engine';
import type { UsageJournal, UsageRecord, Written } from '#store';

/** Prompts up to here are counted at once: quicker than handing them to another thread. */
const COUNTED_AT_ONCE_BYTES = 32_768;

/** Writes down what requests used, and knows what is still on its way to being written. */
export class UsageMeter {
  readonly #journal: UsageJournal;
  readonly #counting = new Set<Promise<void>>();

  constructor(journal: UsageJournal) {
    this.#journal = journal;
  }

  record(record: UsageRecord, written: Written): void {
    this.#journal.append(record, written);
  }

  /** Prompt tokens where the engine did not count them, which for a large prompt takes a moment elsewhere (D-89). */
  countPrompt(request: GenerateRequest, counted: (tokens: number) => void): void {
    if (promptBytes(request) <= COUNTED_AT_ONCE_BYTES) return counted(countPromptTokens(request));
    const counting = countPromptTokensInBackground(request).then(counted);
    this.#counting.add(counting);
    void counting.finally(() => this.#counting.delete(counting));
  }

  /** Resolves when every ended request has been handed to the journal. */
  async settled(): Promise<void> {
    await Promise.all(this.#counting);
  }
}
