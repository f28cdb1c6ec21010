import type { ChatTokenCount } from '@svc/contract';
import type { Exchange, Selected, Step } from '#exchange';

/** `POST /v1/chat/completions/count_tokens`, once the prompt is counted (CHAT-90, D-36). */
export const sendTokenCount: Step<Exchange & Selected> = (exchange) => {
  const { model, promptTokens } = exchange.admission;
  const count: ChatTokenCount = {
    object: 'chat.completion.token_count',
    model: model.id,
    prompt_tokens: promptTokens!,
  };
  exchange.sink.json(200, JSON.stringify(count), ['cache-control', 'no-store']);
};
