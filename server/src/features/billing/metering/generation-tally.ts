import type { Conversation, TokenUsage } from '#engine';
import { TextTally } from './text-tally.ts';

/** What one generation took: as its engine counted it, and its output should no count come (D-89). */
export class GenerationTally {
  /** What it answered. */
  readonly prompt: Conversation;
  /** The most it may write. */
  readonly maxOutputTokens: number;
  readonly output = new TextTally();
  /** The part of it that is reasoning, where reasoning was asked for: many engines do not say how much it was. */
  #reasoning: TextTally | undefined;
  measured: TokenUsage | undefined;

  constructor(prompt: Conversation, maxOutputTokens: number) {
    this.prompt = prompt;
    this.maxOutputTokens = maxOutputTokens;
  }

  /** Nothing of it was heard. */
  get empty(): boolean {
    return this.output.empty && !this.measured;
  }

  addReasoning(text: string): void {
    this.output.add(text);
    if (this.prompt.reasoning) (this.#reasoning ??= new TextTally()).add(text);
  }

  /** The usage with the reasoning share as the engine counted it, else as we do; never more than all of the output. */
  withReasoning(usage: TokenUsage): TokenUsage {
    if (usage.reasoningTokens > 0 || !this.#reasoning) return usage;
    return { ...usage, reasoningTokens: Math.min(this.#reasoning.countTokens(), usage.outputTokens) };
  }
}

export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
  };
}
