import type { GenerateRequest } from '../../turns.ts';
import type { WireMessage } from './wire-messages.ts';

/** The smallest budget that servers accept (D-37). */
const MIN_BUDGET_TOKENS = 1024;

export interface WireThinking {
  readonly thinking?: object;
  readonly output_config?: object;
}

/**
 * How much to reason: a level as a level, a budget as a budget. Omitted where the protocol forbids reasoning
 * and would refuse the whole request: before a forced call and in a continued reply; with a budget also
 * between a call and its result, unless the signed reasoning before the call is returned.
 */
export function toWireThinking(
  { reasoning, toolChoice, turns, maxOutputTokens }: GenerateRequest,
  isReturned: boolean,
): WireThinking {
  const last = turns.findLast(({ role }) => role !== 'system');
  const forced = toolChoice !== 'auto' && toolChoice !== 'none';
  if (!reasoning || forced || last?.role === 'assistant') return {};
  if ('effort' in reasoning)
    return { thinking: { type: 'adaptive' }, output_config: { effort: reasoning.effort } };
  const budget = Math.min(reasoning.maxTokens, maxOutputTokens - 1);
  const afterCalls = last?.blocks.some(({ type }) => type === 'tool_result') === true;
  return (afterCalls && !isReturned) || budget < MIN_BUDGET_TOKENS
    ? {}
    : { thinking: { type: 'enabled', budget_tokens: budget } };
}

/** Whether the reply that is to be continued begins with the reasoning that its server signed. */
export function isThinkingReturned(messages: readonly WireMessage[]): boolean {
  const type = messages.findLast(({ role }) => role === 'assistant')?.content[0]?.type;
  return type === 'thinking' || type === 'redacted_thinking';
}
