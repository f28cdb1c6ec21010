import type { ContentLimits } from '#content';
import type { ErrorRendering, Exchange, KeepAlive, ModelEndpoint } from '#exchange';
import { checkHistory, checkMcpServers, ReplySeal, resolvePending, type ContentRooms, type ReplyHistory } from '#features/conversation';
import type { OutboundGuard } from '#kit';
import { StreamedMessage } from './answer/streamed-message.ts';
import { WholeMessage } from './answer/whole-message.ts';
import type { ParseSettings, ParseThread } from './large/parse-thread.ts';
import { parseMessagesRequest } from './parse/parse-messages-request.ts';

/** The deployment's settings messages reads, as they stand when a request arrives. */
export interface MessagesSettings extends ParseSettings {
  readonly bodyLimitBytes: number;
  readonly contentLimits: ContentLimits;
}

export interface MessagesRooms {
  readonly errors: ErrorRendering;
  readonly pings: KeepAlive;
  readonly history: ReplyHistory;
  readonly content: ContentRooms;
  readonly parseThread: ParseThread;
  readonly guard: OutboundGuard;
}

/** `POST /v1/messages`. */
export function messagesEndpoint(settings: () => MessagesSettings, rooms: MessagesRooms): ModelEndpoint {
  return {
    bodyLimitBytes: () => settings().bodyLimitBytes,
    parse(body) {
      const { identityInstruction, limits } = settings();
      return parseMessagesRequest(body, identityInstruction, limits);
    },
    parseElsewhere: (bytes) => rooms.parseThread.parse(bytes, settings()),
    checkCall(exchange) {
      if (exchange.call.mcpServers) checkMcpServers(rooms.guard, exchange);
      return checkHistory(rooms.history, exchange, exchange.call.requestedModel ?? '');
    },
    fetchContent(exchange: Exchange) {
      const { pending = [] } = exchange.call;
      return pending.length > 0 ? resolvePending(rooms.content, settings().contentLimits, exchange, pending) : undefined;
    },
    answer(exchange) {
      const seal = new ReplySeal(rooms.history, exchange);
      return exchange.call.stream
        ? new StreamedMessage(exchange, rooms.errors, rooms.pings, seal)
        : new WholeMessage(exchange, rooms.errors, seal);
    },
  };
}
