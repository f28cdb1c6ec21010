import type { ModelEndpoint } from '#exchange';
import { newAnswerIdentity, StreamedAnswer, WholeAnswer } from '#features/chat';
import { compatEndpoint, type CompatDeps } from '../base/compat-endpoint.ts';
import type { CompatSettings } from '../base/compat-settings.ts';
import { OpenAiForm } from './openai-form.ts';

/** `POST /compat/openai/v1/chat/completions` (COMPO-01). */
export function openAiChatEndpoint(settings: () => CompatSettings, deps: CompatDeps): ModelEndpoint {
  const { errors, keepAlive } = deps;
  return compatEndpoint(settings, deps, {
    parser: 'openai_chat',
    encoder(exchange) {
      const identity = newAnswerIdentity(exchange, 'chatcmpl-');
      const parts = { identity, errors, keepAlive, form: new OpenAiForm(exchange) };
      return exchange.call.stream ? new StreamedAnswer(exchange, parts) : new WholeAnswer(exchange, parts);
    },
  });
}
