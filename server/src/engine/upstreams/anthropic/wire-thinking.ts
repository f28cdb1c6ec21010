import type { GenerateRequest } from '../../turns.ts';

/** Servers take no smaller budget (D-37). */
const LEAST_BUDGET_TOKENS = 1024;

export interface WireThinking {
  readonly thinking?: object;
  readonly output_config?: object;
}

/**
 * How much to reason: a degree as a degree, a budget as a budget. Not asked for where the wire form knows no reasoning
 * and the rest of the request would be refused with it: before a call that is forced, and in a reply that is continued;
 * with a budget also between a call and its result, which would need the signed reasoning of before.
 */
export function toWireThinking({
  reasoning,
  toolChoice,
  turns,
  maxOutputTokens,
}: GenerateRequest): WireThinking {
  const last = turns.findLast(({ role }) => role !== 'system');
  const forced = toolChoice !== 'auto' && toolChoice !== 'none';
  if (!reasoning || forced || last?.role === 'assistant') return {};
  if ('effort' in reasoning)
    return { thinking: { type: 'adaptive' }, output_config: { effort: reasoning.effort } };
  const budget = Math.min(reasoning.maxTokens, maxOutputTokens - 1);
  const afterCalls = last?.blocks.some(({ type }) => type === 'tool_result') === true;
  return afterCalls || budget < LEAST_BUDGET_TOKENS
    ? {}
    : { thinking: { type: 'enabled', budget_tokens: budget } };
}
