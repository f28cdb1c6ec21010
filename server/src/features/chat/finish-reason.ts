import type { StopReason } from '#engine';

export type FinishReason = 'stop' | 'length' | 'tool_calls';

/** Live chat knows three words; the causes it has no word for read `stop` (CHAT-52, D-35). */
export function toFinishReason(reason: StopReason, hasToolCalls: boolean): FinishReason {
  if (reason === 'max_tokens' || reason === 'context_window') return 'length';
  return reason === 'tool_call' && hasToolCalls ? 'tool_calls' : 'stop';
}
