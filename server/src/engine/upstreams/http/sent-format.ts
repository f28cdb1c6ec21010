import type { AmendedRequest, Refusal } from '../../refusal.ts';
import type { GenerateRequest, Sampling } from '../../turns.ts';
import { SYSTEM_ROLE } from './refusals/parameter-names.ts';
import { BESIDE_TEMPERATURE, type LearnedFormat, type Lesson, type RequestFormat } from './request-format.ts';

/** How one request was written. */
export interface SentFormat {
  /** How to send it once more, after this refusal. Undefined: it would be refused again. */
  amend(refusal: Refusal): AmendedRequest | undefined;
  /** The server replies to it. */
  accepted(): void;
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
  #lessons: readonly Lesson[];

  constructor(learned: LearnedFormat, request: GenerateRequest) {
    const { sampling, lowersMaxTokens, maxTokens, maxOutputTokens, lessons = [] } = request;
    this.#learned = learned;
    this.#format = learned.with(lessons);
    this.#lessons = lessons;
    this.#facts = {
      maxTokens,
      maxOutputTokens,
      ...(sampling && { sampling }),
      ...(lowersMaxTokens && { lowersMaxTokens }),
    };
  }

  accepted(): void {
    if (this.#lessons.length === 0) return;
    this.#learned.learn(this.#lessons);
    this.#lessons = [];
  }

  amend({ reason, fitsTokens, parameters = [] }: Refusal): AmendedRequest | undefined {
    const { maxTokens, maxOutputTokens, lowersMaxTokens } = this.#facts;
    if (reason === 'parameter') return this.#rewrite(parameters);
    if (fitsTokens === undefined || fitsTokens < 1 || fitsTokens >= maxOutputTokens) return undefined;
    if (reason === 'output_ceiling')
      return { maxOutputTokens: fitsTokens, ...this.#with({ ceilingTokens: fitsTokens }) };
    // Who asked for that many tokens is told that they do not fit (CHAT-79).
    const mayLower = reason === 'context_length' && (lowersMaxTokens === true || maxTokens === undefined);
    return mayLower ? { maxOutputTokens: fitsTokens } : undefined;
  }

  #with(...lessons: readonly Lesson[]): AmendedRequest {
    return { lessons: [...this.#lessons, ...lessons] };
  }

  /** Written otherwise in one of these fields at least. */
  #rewrite(names: readonly string[]): AmendedRequest | undefined {
    const { temperature, topP } = this.#facts.sampling ?? {};
    const isPair = names.includes('temperature') && names.includes('top_p');
    // Each of them alone may be fine.
    const alone =
      isPair && temperature !== undefined && topP !== undefined && this.#omit('top_p', BESIDE_TEMPERATURE);
    if (alone) return this.#with(alone);
    const lessons = names.flatMap((name) => this.#rewriteField(name) ?? []);
    return lessons.length === 0 ? undefined : this.#with(...lessons);
  }

  #rewriteField(name: string): Lesson | undefined {
    const { maxTokensAs, systemAs } = this.#format;
    if (name === maxTokensAs[0] && maxTokensAs.length > 1) return { maxTokensAs: maxTokensAs.slice(1) };
    if (name === SYSTEM_ROLE && systemAs.length > 1) return { systemAs: systemAs.slice(1) };
    return this.#omit(name, name);
  }

  #omit(name: string, as: string): Lesson | undefined {
    return this.#format.omitted.has(as) || !mayOmit(name, this.#facts) ? undefined : { omitted: as };
  }
}
