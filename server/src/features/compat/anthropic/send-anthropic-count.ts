import type { Exchange, Selected, Step } from '#exchange';

/** `POST /compat/anthropic/v1/messages/count_tokens`, once the prompt is counted (COMPA-17). */
export const sendAnthropicCount: Step<Exchange & Selected> = ({ admission, sink }) => {
  sink.json(200, JSON.stringify({ input_tokens: admission.promptTokens }), ['cache-control', 'no-store']);
};
