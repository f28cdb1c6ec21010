import type { ErrorRendering, KeepAlive, ModelEndpoint } from '#exchange';
import { newAnswerIdentity } from './answer-identity.ts';
import { parseChatRequest, type ChatLimits } from './parse-chat-request.ts';
import { StreamedAnswer } from './streamed-answer.ts';
import { WholeAnswer } from './whole-answer.ts';

/** The deployment's settings chat reads, as they stand when a request arrives. */
export interface ChatSettings {
  readonly identityInstruction: string;
  readonly bodyLimitBytes: number;
  readonly limits: ChatLimits;
}

/** `POST /v1/chat/completions`, live contract. */
export function chatEndpoint(settings: () => ChatSettings, errors: ErrorRendering, keepAlive: KeepAlive): ModelEndpoint {
  return {
    bodyLimitBytes: () => settings().bodyLimitBytes,
    parse(body) {
      const { identityInstruction, limits } = settings();
      return parseChatRequest(body, identityInstruction, limits);
    },
    answer(exchange) {
      const identity = newAnswerIdentity(exchange);
      return exchange.call.stream ? new StreamedAnswer(exchange, identity, errors, keepAlive) : new WholeAnswer(exchange, identity, errors);
    },
  };
}
