import type { ContentLimits } from '#content';
import type { ErrorRendering, KeepAlive, ModelEndpoint } from '#exchange';
import {
  checkHistory,
  checkMcpServers,
  ReplySignature,
  resolvePending,
  type ContentDeps,
  type ReplyHistory,
} from '#features/conversation';
import type { TunnelDialer } from '#features/tunnels';
import type { OutboundGuard } from '#kit';
import { OWN_FORMAT } from './answer/own-format.ts';
import { StreamedMessage } from './answer/streamed-message.ts';
import { WholeMessage } from './answer/whole-message.ts';
import { addPrompt } from './parse/add-prompt.ts';
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
  readonly tunnels: TunnelDialer;
}

/** `POST /v1/messages`. */
export function messagesEndpoint(settings: () => MessagesSettings, deps: MessagesDeps): ModelEndpoint {
  return {
    bodyLimitBytes: () => settings().bodyLimitBytes,
    parser() {
      const { identityInstruction, limits } = settings();
      return { name: 'messages', settings: { identityInstruction, limits } satisfies MessagesParserSettings };
    },
    addPrompt: (call, messages) => addPrompt(call, messages, settings().limits.turns),
    checkCall(exchange) {
      const rest = (): void | Promise<void> =>
        checkHistory(deps.history, exchange, exchange.call.requestedModel ?? '');
      const checking = exchange.call.mcpServers && checkMcpServers(deps, exchange);
      return checking ? checking.then(rest) : rest();
    },
    fetchContent(exchange) {
      const { pending = [] } = exchange.call;
      return pending.length > 0
        ? resolvePending(deps.content, settings().contentLimits, exchange, pending)
        : undefined;
    },
    encoder(exchange) {
      const signature = new ReplySignature(deps.history, exchange);
      const parts = { errors: deps.errors, signature, format: OWN_FORMAT };
      return exchange.call.stream
        ? new StreamedMessage(exchange, deps.pings, parts)
        : new WholeMessage(exchange, parts);
    },
  };
}
