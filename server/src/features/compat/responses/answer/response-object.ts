import type { Sampling, TokenUsage } from '#engine';
import type { GenerationExchange } from '#exchange';
import { newId, type Clock } from '#kit';

/** How a response stands: its output and how it ended. */
export interface ResponseState {
  readonly status: 'in_progress' | 'completed' | 'incomplete' | 'failed';
  readonly output: readonly object[];
  readonly usage: TokenUsage | undefined;
  /** Its items are kept, or will be (COMPR-21). */
  readonly store: boolean;
  readonly incomplete?: string | null;
  /** Of a response that failed. */
  readonly failure?: string;
}

/** The object that stands for one reply, with all its fields (COMPR-10). */
export class ResponseObject {
  readonly #id: string;
  readonly #createdAt: number;
  readonly #model: string;
  readonly #repeated: string;
  readonly #sampling: object;
  readonly #clock: Clock;

  constructor({ receivedAtMs, admission, call }: GenerationExchange, clock: Clock) {
    this.#id = newId('resp_', receivedAtMs);
    this.#createdAt = toSeconds(receivedAtMs);
    this.#model = admission.model.id;
    this.#repeated = call.responses?.repeated ?? '';
    this.#sampling = toResponseSampling(call.sampling);
    this.#clock = clock;
  }

  toJson({ status, output, usage, store, incomplete = null, failure }: ResponseState): string {
    const own = {
      id: this.#id,
      object: 'response',
      created_at: this.#createdAt,
      status,
      completed_at: status === 'completed' ? toSeconds(this.#clock.nowMs()) : null,
      error: failure === undefined ? null : { code: 'server_error', message: failure },
      incomplete_details: incomplete === null ? null : { reason: incomplete },
      model: this.#model,
      output,
      usage: usage ? toResponseUsage(usage) : null,
      store,
      access_programs: null,
      ...this.#sampling,
    };
    return `${JSON.stringify(own).slice(0, -1)},${this.#repeated}}`;
  }
}

export function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}

/** The values that held: what the model cannot honour was left out, and what was not said is the protocol's default. */
function toResponseSampling(sampling: Sampling | undefined): object {
  return {
    temperature: sampling?.temperature ?? 1,
    top_p: sampling?.topP ?? 1,
    presence_penalty: sampling?.presencePenalty ?? 0,
    frequency_penalty: sampling?.frequencyPenalty ?? 0,
  };
}

/** COMPR-15. */
export function toResponseUsage(usage: TokenUsage): object {
  const { inputTokens, cachedInputTokens, cacheWriteTokens = 0, outputTokens, reasoningTokens } = usage;
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedInputTokens, cache_write_tokens: cacheWriteTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  };
}
