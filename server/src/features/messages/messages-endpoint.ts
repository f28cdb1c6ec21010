import type { ContentLimits } from '#content';
import type { ErrorRendering, KeepAlive, ModelEndpoint } from '#exchange';
import {
  checkHistory,
  checkMcpServers,
  ReplySeal,
  resolvePending,
  type ContentDeps,
  type ReplyHistory,
} from '#features/conversation';
import type { OutboundGuard } from '#kit';
import { StreamedMessage } from './answer/streamed-message.ts';
import { WholeMessage } from './answer/whole-message.ts';
import type { MessagesParserSettings } from './parse/parse-messages-request.ts';

/** The deployment's settings messages reads, as they stand when a request arrives. */
export interface MessagesSettings extends MessagesParserSettings {
  readonly bodyLimitBytes: number;
  readonly contentLimits: ContentLimits;
}

export interface MessagesDeps {
  readonly errors: ErrorRendering;
  readonly pings: KeepAlive;
  readonly history: ReplyHistory;
  readonly content: ContentDeps;
  readonly guard: OutboundGuard;
}

/** `POST /v1/messages`. */
export function messagesEndpoint(settings: () => MessagesSettings, deps: MessagesDeps): ModelEndpoint {
  return {
    bodyLimitBytes: () => settings().bodyLimitBytes,
    parser() {
      const { identityInstruction, limits } = settings();
      return { name: 'messages', settings: { identityInstruction, limits } satisfies MessagesParserSettings };
    },
    checkCall(exchange) {
      if (exchange.call.mcpServers) checkMcpServers(deps.guard, exchange);
      return checkHistory(deps.history, exchange, exchange.call.requestedModel ?? '');
    },
    fetchContent(exchange) {
      const { pending = [] } = exchange.call;
      return pending.length > 0
        ? resolvePending(deps.content, settings().contentLimits, exchange, pending)
        : undefined;
    },
    encoder(exchange) {
      const seal = new ReplySeal(deps.history, exchange);
      return exchange.call.stream
        ? new StreamedMessage(exchange, deps.errors, deps.pings, seal)
        : new WholeMessage(exchange, deps.errors, seal);
    },
  };
}
