import type { ModelEndpoint } from '#exchange';
import { newCompletionIdentity, StreamedCompletion, WholeCompletion } from '#features/chat';
import { compatEndpoint, type CompatDeps } from '../base/compat-endpoint.ts';
import type { CompatSettings } from '../base/compat-settings.ts';
import { OpenAiFormat } from './openai-format.ts';

/** `POST /compat/openai/v1/chat/completions` (COMPO-01). */
export function openAiChatEndpoint(settings: () => CompatSettings, deps: CompatDeps): ModelEndpoint {
  const { errors, keepAlive } = deps;
  return compatEndpoint(settings, deps, {
    parser: 'openai_chat',
    encoder(exchange) {
      const identity = newCompletionIdentity(exchange, 'chatcmpl-');
      const parts = { identity, errors, keepAlive, format: new OpenAiFormat(exchange) };
      return exchange.call.stream
        ? new StreamedCompletion(exchange, parts)
        : new WholeCompletion(exchange, parts);
    },
  });
}
