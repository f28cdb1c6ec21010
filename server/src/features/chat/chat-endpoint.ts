import { CHAT_EXTENSIONS_BETA } from '@svc/contract';
import type { ContentLimits } from '#content';
import type { ErrorRendering, Exchange, KeepAlive, ModelEndpoint } from '#exchange';
import {
  checkHistory,
  checkMcpServers,
  ReplySignature,
  resolvePending,
  type ContentDeps,
  type ConversationLimits,
  type ReplyHistory,
} from '#features/conversation';
import type { TunnelDialer } from '#features/tunnels';
import type { OutboundGuard } from '#kit';
import { EXTENDED_FORMAT, LIVE_FORMAT } from './completion-format.ts';
import { newCompletionIdentity } from './completion-identity.ts';
import { addPrompt } from './extended/add-prompt.ts';
import { ReplyExtension } from './extended/reply-extension.ts';
import type { ChatParserSettings } from './parse-chat-body.ts';
import { StreamedCompletion } from './streamed-completion.ts';
import { WholeCompletion } from './whole-completion.ts';

/** The deployment's settings chat reads, as they stand when a request arrives. */
export interface ChatSettings {
  readonly identityInstruction: string;
  readonly bodyLimitBytes: number;
  readonly contentLimits: ContentLimits;
  readonly limits: ConversationLimits;
}

export interface ChatDeps {
  readonly errors: ErrorRendering;
  readonly keepAlive: KeepAlive;
  readonly history: ReplyHistory;
  readonly content: ContentDeps;
  readonly guard: OutboundGuard;
  readonly tunnels: TunnelDialer;
  /** Who answers when no model is named. */
  readonly defaultModel: () => string;
}

/** Whether a request asks for the additions, which leave live chat as it is (D-33). */
function isExtended({ betas }: Exchange): boolean {
  return betas.includes(CHAT_EXTENSIONS_BETA);
}

/** `POST /v1/chat/completions`, and what is asked of a body in its form. */
export function chatEndpoint(settings: () => ChatSettings, deps: ChatDeps): ModelEndpoint {
  const { errors, keepAlive, history } = deps;
  return {
    bodyLimitBytes: () => settings().bodyLimitBytes,
    parser(exchange) {
      const { identityInstruction, limits } = settings();
      return {
        name: 'chat',
        settings: {
          identityInstruction,
          limits,
          extended: isExtended(exchange),
          counted: false,
        } satisfies ChatParserSettings,
      };
    },
    addPrompt: (call, messages) => addPrompt(call, messages, settings().limits.turns),
    checkCall(exchange) {
      if (!isExtended(exchange)) return;
      const rest = (): void | Promise<void> =>
        checkHistory(history, exchange, exchange.call.requestedModel ?? deps.defaultModel());
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
      const extension = isExtended(exchange)
        ? new ReplyExtension(new ReplySignature(history, exchange), exchange)
        : undefined;
      const format = extension ? EXTENDED_FORMAT : LIVE_FORMAT;
      const parts = { identity: newCompletionIdentity(exchange), errors, keepAlive, format, extension };
      return exchange.call.stream
        ? new StreamedCompletion(exchange, parts)
        : new WholeCompletion(exchange, parts);
    },
  };
}
