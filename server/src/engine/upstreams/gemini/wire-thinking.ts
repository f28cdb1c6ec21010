import type { ReasoningEffort } from '../../turns.ts';
import { isGeneration3 } from './model-generation.ts';

/** Tokens for models that take no level (D-ENG-22). */
const BUDGETS = { low: 1024, medium: 8192, high: 24_576 } as const;

/** How much to think, with a summary of the thoughts in the reply. Undefined: as the model does by itself, without one. */
export function toThinkingConfig(reasoning: ReasoningEffort | undefined, model: string): object | undefined {
  if (!reasoning) return undefined;
  if ('maxTokens' in reasoning) return { includeThoughts: true, thinkingBudget: reasoning.maxTokens };
  return isGeneration3(model)
    ? { includeThoughts: true, thinkingLevel: reasoning.effort.toUpperCase() }
    : { includeThoughts: true, thinkingBudget: BUDGETS[reasoning.effort] };
}
