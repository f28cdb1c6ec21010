import type { ChatTokenCount } from '@svc/contract';
import { sendJson, type Step } from '#exchange';

/** `POST /v1/chat/completions/count_tokens`, once the prompt is counted (CHAT-90, D-36). */
export const answerTokenCount: Step = (exchange) => {
  const { model, promptTokens } = exchange.admission;
  const count: ChatTokenCount = { object: 'chat.completion.token_count', model: model.id, prompt_tokens: promptTokens! };
  sendJson(exchange, 200, JSON.stringify(count), ['cache-control', 'no-store']);
};
