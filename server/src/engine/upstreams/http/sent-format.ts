import type { AmendedRequest, Refusal } from '../../refusal.ts';
import type { GenerateRequest, Sampling } from '../../turns.ts';
import { SYSTEM_ROLE } from './refusals/parameter-names.ts';
import { BESIDE_TEMPERATURE, type LearnedFormat, type RequestFormat } from './request-format.ts';

/** How one request was written. */
export interface SentFormat {
  /** How to send it once more, after this refusal. Undefined: it would be refused again. */
  amend(refusal: Refusal): AmendedRequest | undefined;
}

/** Fields without which a request means the same: our own hints, and what we enforce ourselves. */
const ALWAYS_OMITTABLE = new Set([
  'stream_options',
  'parallel_tool_calls',
  'prompt_cache_key',
  'reasoning_content',
  'reasoning.summary',
  'include',
]);
/** Fields that only a request that is fitted to its engine can do without. */
const HINTS = new Set(['top_k', 'seed', 'reasoning_effort', 'strict']);

/** Settings whose absence has the meaning of this value. */
const NEUTRAL: Readonly<Record<string, readonly [keyof Sampling, number]>> = {
  temperature: ['temperature', 1],
  top_p: ['topP', 1],
  presence_penalty: ['presencePenalty', 0],
  frequency_penalty: ['frequencyPenalty', 0],
};

/** Names of settings as they are sent, and as requests have them. */
export const SENT_SETTINGS: readonly (readonly [string, keyof Sampling])[] = [
  ['temperature', 'temperature'],
  ['top_p', 'topP'],
  ['top_k', 'topK'],
  ['presence_penalty', 'presencePenalty'],
  ['frequency_penalty', 'frequencyPenalty'],
  ['seed', 'seed'],
];

/** Whether a request may be sent without this field. */
export function mayOmit(
  name: string,
  { sampling, lowersMaxTokens }: Pick<GenerateRequest, 'sampling' | 'lowersMaxTokens'>,
): boolean {
  if (ALWAYS_OMITTABLE.has(name)) return true;
  const neutral = NEUTRAL[name];
  if (neutral === undefined) return lowersMaxTokens === true && HINTS.has(name);
  return lowersMaxTokens === true || sampling?.[neutral[0]] === neutral[1];
}

type Facts = Pick<GenerateRequest, 'sampling' | 'lowersMaxTokens' | 'maxTokens' | 'maxOutputTokens'>;

/** Holds nothing of the conversation, because it lives as long as the call. */
export class SentRequestFormat implements SentFormat {
  readonly #learned: LearnedFormat;
  /** As it was sent: others may have learned more since. */
  readonly #format: RequestFormat;
  readonly #facts: Facts;

  constructor(learned: LearnedFormat, request: GenerateRequest) {
    const { sampling, lowersMaxTokens, maxTokens, maxOutputTokens } = request;
    this.#learned = learned;
    this.#format = learned.current;
    this.#facts = {
      maxTokens,
      maxOutputTokens,
      ...(sampling && { sampling }),
      ...(lowersMaxTokens && { lowersMaxTokens }),
    };
  }

  amend({ reason, fitsTokens, parameters = [] }: Refusal): AmendedRequest | undefined {
    const { maxTokens, maxOutputTokens, lowersMaxTokens } = this.#facts;
    if (reason === 'parameter') return this.#rewrite(parameters) ? {} : undefined;
    if (fitsTokens === undefined || fitsTokens < 1 || fitsTokens >= maxOutputTokens) return undefined;
    if (reason === 'output_ceiling') {
      this.#learned.learn({ ceilingTokens: fitsTokens });
      return { maxOutputTokens: fitsTokens };
    }
    // Who asked for that many tokens is told that they do not fit (CHAT-79).
    const mayLower = reason === 'context_length' && (lowersMaxTokens === true || maxTokens === undefined);
    return mayLower ? { maxOutputTokens: fitsTokens } : undefined;
  }

  /** Whether the request will be written otherwise, in one of these fields at least. */
  #rewrite(names: readonly string[]): boolean {
    const { temperature, topP } = this.#facts.sampling ?? {};
    const isPair = names.includes('temperature') && names.includes('top_p');
    // Each of them alone may be fine.
    if (isPair && temperature !== undefined && topP !== undefined && this.#omit('top_p', BESIDE_TEMPERATURE))
      return true;
    return names.map((name) => this.#rewriteField(name)).includes(true);
  }

  #rewriteField(name: string): boolean {
    const { maxTokensAs, systemAs } = this.#format;
    if (name === maxTokensAs[0] && maxTokensAs.length > 1)
      return this.#learned.learn({ maxTokensAs: maxTokensAs.slice(1) });
    if (name === SYSTEM_ROLE && systemAs.length > 1)
      return this.#learned.learn({ systemAs: systemAs.slice(1) });
    return this.#omit(name, name);
  }

  #omit(name: string, as: string): boolean {
    if (this.#format.omitted.has(as) || !mayOmit(name, this.#facts)) return false;
    return this.#learned.learn({ omitted: as });
  }
}
