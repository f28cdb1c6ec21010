import type { StopReason } from '#engine';

const REASONS: Readonly<Record<StopReason, string>> = {
  end_turn: 'end_turn',
  max_tokens: 'max_tokens',
  context_window: 'model_context_window_exceeded',
  stop_sequence: 'stop_sequence',
  tool_call: 'tool_use',
  pause: 'pause_turn',
  refusal: 'refusal',
  content_filter: 'refusal',
};

/** COMPA-14. A reply with calls is one whatever the engine says, and one without is none (COMPG-14). */
export function toAnthropicStop(reason: StopReason, hasCalls: boolean): string {
  if (reason === 'end_turn' || reason === 'tool_call') return hasCalls ? 'tool_use' : 'end_turn';
  return REASONS[reason];
}
