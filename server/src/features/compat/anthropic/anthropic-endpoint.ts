import type { KeepAlive, ModelEndpoint } from '#exchange';
import { ReplySignature } from '#features/conversation';
import { StreamedMessage, WholeMessage } from '#features/messages';
import { compatEndpoint, type CompatDeps } from '../base/compat-endpoint.ts';
import type { CompatSettings } from '../base/compat-settings.ts';
import { ANTHROPIC_FORMAT } from './anthropic-format.ts';

interface AnthropicDeps extends CompatDeps {
  readonly pings: KeepAlive;
}

/** `POST /compat/anthropic/v1/messages` (COMPA-01). */
export function anthropicEndpoint(settings: () => CompatSettings, deps: AnthropicDeps): ModelEndpoint {
  // Reasoning that does not come back is not missed (COMPG-12), so nobody has to remember how much there was.
  const history = { ...deps.history, anyReasons: () => false };
  return compatEndpoint(settings, deps, {
    parser: 'anthropic',
    encoder(exchange) {
      const signature = new ReplySignature(history, exchange);
      const parts = { errors: deps.errors, signature, format: ANTHROPIC_FORMAT };
      return exchange.call.stream
        ? new StreamedMessage(exchange, deps.pings, parts)
        : new WholeMessage(exchange, parts);
    },
  });
}

/** The same body as a count reads it (COMPA-17). */
export function anthropicCountEndpoint(endpoint: ModelEndpoint): ModelEndpoint {
  return {
    ...endpoint,
    parser(exchange) {
      const { name, settings } = endpoint.parser(exchange);
      return { name, settings: { ...settings, counted: true } };
    },
  };
}
