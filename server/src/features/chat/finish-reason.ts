import type { StopReason } from '#engine';

type FinishReason = 'stop' | 'length' | 'tool_calls';
type ExtraReason = Extract<StopReason, 'stop_sequence' | 'refusal' | 'content_filter' | 'pause'>;

/** Live chat knows three words; the causes it has no word for read `stop` (CHAT-52, D-35). */
export function toFinishReason(reason: StopReason, hasToolCalls: boolean): FinishReason {
  if (reason === 'max_tokens' || reason === 'context_window') return 'length';
  return reason === 'tool_call' && hasToolCalls ? 'tool_calls' : 'stop';
}

/** With the additions there is a word for each (CHAT-86). */
export function toExtendedFinishReason(
  reason: StopReason,
  hasToolCalls: boolean,
): FinishReason | ExtraReason {
  switch (reason) {
    case 'stop_sequence':
    case 'refusal':
    case 'content_filter':
    case 'pause':
      return reason;
    default:
      return toFinishReason(reason, hasToolCalls);
  }
}
