import type { CallParserName, ErrorRendering, KeepAlive, ModelEndpoint } from '#exchange';
import { resolvePending, type ContentDeps, type ReplyHistory } from '#features/conversation';
import type { ModelCatalog } from '#features/models';
import type { Clock } from '#kit';
import type { CompatParserSettings, CompatSettings } from './compat-settings.ts';
import { fitToModel } from './fit-to-model.ts';
import { keepGenuineReasoning } from './keep-genuine-reasoning.ts';

export interface CompatDeps {
  readonly errors: ErrorRendering;
  /** Of streams in which a comment bridges silence. */
  readonly keepAlive: KeepAlive;
  readonly history: ReplyHistory;
  readonly content: ContentDeps;
  readonly catalog: () => ModelCatalog;
  readonly clock: Clock;
}

/** An endpoint of another vendor's protocol (COMPG-02): what its protocol adds, and what all of them have in common. */
export function compatEndpoint(
  settings: () => CompatSettings,
  { history, content, catalog, clock }: Pick<CompatDeps, 'history' | 'content' | 'catalog' | 'clock'>,
  protocol: Pick<ModelEndpoint, 'encoder'> & { readonly parser: CallParserName },
): ModelEndpoint {
  return {
    bodyLimitBytes: () => settings().bodyLimitBytes,
    parser() {
      const { identityInstruction, limits } = settings();
      return {
        name: protocol.parser,
        settings: { identityInstruction, limits } satisfies CompatParserSettings,
      };
    },
    checkCall(exchange) {
      const { requestedModel, earlierReplies = [] } = exchange.call;
      if (earlierReplies.length === 0) return;
      const model = settings().names.find(catalog(), requestedModel, 'chat', clock.nowMs());
      return keepGenuineReasoning(history, exchange, model?.id);
    },
    fitToModel: (call, model) => fitToModel(call, model, settings().limits.reasoningMinTokens),
    fetchContent(exchange) {
      const { pending = [] } = exchange.call;
      return pending.length > 0
        ? resolvePending(content, settings().contentLimits, exchange, pending)
        : undefined;
    },
    encoder: protocol.encoder,
  };
}
