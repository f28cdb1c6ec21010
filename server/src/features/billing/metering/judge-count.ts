import { maxPromptTokens } from '#engine';
import type { Admission } from '#exchange';
import type { GenerationTally } from './generation-tally.ts';

/** What an engine counted, as far as it is known and believed. */
export interface JudgedCount {
  readonly inputTokens: number | undefined;
  readonly cachedInputTokens: number;
  readonly cacheWriteTokens: number;
  readonly outputTokens: number | undefined;
  readonly reasoningTokens: number;
  /** Something was counted that cannot be. */
  readonly isImplausible: boolean;
}

type Judge = Pick<Admission, 'model' | 'promptBytes' | 'promptTokens'>;

/** Markup of calls, tokens that no text shows, calls that were not passed on. */
const MAX_ADDED_TOKENS = 1024;
/** How far the vocabulary of an engine may be from ours. */
const MAX_VOCABULARY_FACTOR = 4;

const NOTHING: JudgedCount = {
  inputTokens: undefined,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: undefined,
  reasoningTokens: 0,
  isImplausible: false,
};

/**
 * What to charge of an engine's count. A count that the texts cannot have is not believed, and estimated like
 * one that did not come: a broken counter must not cost a caller a hundred thousand tokens for two words.
 */
export function judgeCount(tally: GenerationTally, judge: Judge): JudgedCount {
  const { measured, partial } = tally;
  const said = measured ?? partial;
  if (!said) return NOTHING;
  const input = measured || said.inputTokens > 0 ? said.inputTokens : undefined;
  const output = measured || said.outputTokens > 0 ? said.outputTokens : undefined;
  const reasoningTokens = measured?.reasoningTokens ?? 0;
  const believesInput = input === undefined || isPossibleInput(input, tally, judge);
  const believesOutput = output === undefined || isPossibleOutput(output, reasoningTokens, tally, judge);
  return {
    inputTokens: believesInput ? input : undefined,
    cachedInputTokens: believesInput ? said.cachedInputTokens : 0,
    cacheWriteTokens: (believesInput && said.cacheWriteTokens) || 0,
    outputTokens: believesOutput ? output : undefined,
    reasoningTokens: believesOutput ? reasoningTokens : 0,
    isImplausible: !believesInput || !believesOutput,
  };
}

/** In the order of what it costs to know: most counts are below the bytes of the prompt. */
function isPossibleInput(
  tokens: number,
  { prompt }: GenerationTally,
  { model, promptBytes, promptTokens = 0 }: Judge,
): boolean {
  if (tokens > model.contextWindow) return false;
  if (tokens <= Math.max(promptBytes, promptTokens * MAX_VOCABULARY_FACTOR)) return true;
  return tokens <= maxPromptTokens(prompt);
}

/** A model that reasons may do so without showing it. */
function isPossibleOutput(
  tokens: number,
  reasoningTokens: number,
  { prompt, output, maxOutputTokens }: GenerationTally,
  { model }: Judge,
): boolean {
  if (tokens > Math.min(maxOutputTokens + MAX_ADDED_TOKENS, model.contextWindow)) return false;
  if (prompt.reasoning || model.config.capabilities.reasoning) return true;
  return tokens - reasoningTokens <= output.bytes + MAX_ADDED_TOKENS;
}
