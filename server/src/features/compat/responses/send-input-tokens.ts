import type { Exchange, Selected, Step } from '#exchange';

/** `POST /compat/openai/v1/responses/input_tokens`, once the prompt is counted (COMPR-18). */
export const sendInputTokens: Step<Exchange & Selected> = (exchange) => {
  const count = { object: 'response.input_tokens', input_tokens: exchange.admission.promptTokens };
  exchange.sink.json(200, JSON.stringify(count), ['cache-control', 'no-store']);
};
