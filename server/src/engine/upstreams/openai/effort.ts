import type { ReasoningEffort } from '../../turns.ts';

/** Budgets up to these count as low and medium: the protocol only has levels. */
const LOW_TOKENS = 4096;
const MEDIUM_TOKENS = 16_384;

export function toWireEffort(reasoning: ReasoningEffort): string {
  if ('effort' in reasoning) return reasoning.effort;
  if (reasoning.maxTokens <= LOW_TOKENS) return 'low';
  return reasoning.maxTokens <= MEDIUM_TOKENS ? 'medium' : 'high';
}
