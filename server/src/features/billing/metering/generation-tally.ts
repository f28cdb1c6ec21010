import type { CapacityLease, Conversation, EngineEvent, TokenUsage } from '#engine';
import { cacheSavingOf, costOf } from './token-prices.ts';
import { TextTally } from './text-tally.ts';
import type { TokenCounter } from './token-counter.ts';

/** What an engine counted before it was done, 0 where it did not. */
type PartialUsage = Extract<EngineEvent, { readonly type: 'partial_usage' }>;

/** The engine that answers a generation. */
export type AnsweringLease = Pick<CapacityLease, 'cost' | 'countedImplausibly'>;

/** The usage of one generation: the engine's own count, and its output in case no count arrives (D-89). */
export class GenerationTally {
  /** The prompt it answers. */
  readonly prompt: Conversation;
  /** The most tokens it may generate. */
  readonly maxOutputTokens: number;
  readonly output = new TextTally();
  readonly #lease: AnsweringLease | undefined;
  /** The reasoning part of the output, when reasoning was requested: many engines do not report its share. */
  #reasoning: TextTally | undefined;
  measured: TokenUsage | undefined;
  partial: PartialUsage | undefined;

  /** `lease`: of the engine that answers. */
  constructor(prompt: Conversation, maxOutputTokens: number, lease?: AnsweringLease) {
    this.prompt = prompt;
    this.maxOutputTokens = maxOutputTokens;
    this.#lease = lease;
  }

  /** What the engine that answered costs for these tokens, in nano-dollars. Undefined: not known. */
  engineCostNanos(usage: TokenUsage): number | undefined {
    const rates = this.#lease?.cost;
    return rates && costOf(rates, usage);
  }

  /** The engine counted what it cannot have. */
  countedImplausibly(): void {
    this.#lease?.countedImplausibly();
  }

  /** What the cache of that engine saved, in nano-dollars. Undefined: its cost is not known. */
  cacheSavedNanos(usage: TokenUsage): number | undefined {
    const rates = this.#lease?.cost;
    return rates && cacheSavingOf(rates, usage);
  }

  /** No output and no usage arrived. */
  get empty(): boolean {
    return this.output.empty && !this.measured;
  }

  addReasoning(text: string): void {
    this.output.add(text);
    if (this.prompt.reasoning) (this.#reasoning ??= new TextTally()).add(text);
  }

  /** Adds the reasoning share: the engine's count, else our own, and never more than the whole output. */
  withReasoning(
    usage: TokenUsage,
    { counter, tenant }: { readonly counter: TokenCounter; readonly tenant: string },
    then: (usage: TokenUsage) => void,
  ): void {
    if (usage.reasoningTokens > 0 || !this.#reasoning) return then(usage);
    counter.countText(tenant, this.#reasoning.text, (tokens) =>
      then({ ...usage, reasoningTokens: Math.min(tokens, usage.outputTokens) }),
    );
  }
}

export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  const cacheWriteTokens = (a.cacheWriteTokens ?? 0) + (b.cacheWriteTokens ?? 0);
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
    ...(cacheWriteTokens > 0 ? { cacheWriteTokens } : {}),
  };
}
