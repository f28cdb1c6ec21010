import type { ModelEndpoint } from '#exchange';
import { compatEndpoint, type CompatDeps } from '../base/compat-endpoint.ts';
import type { CompatSettings } from '../base/compat-settings.ts';
import { requireGenuineSummary } from './require-genuine-summary.ts';
import { withoutMissingSearch } from './without-missing-search.ts';
import { resolveReferences } from './items/resolve-references.ts';
import type { ResponseItems } from './items/response-items.ts';
import { StreamedResponse } from './answer/streamed-response.ts';
import { CompactedResponse } from './answer/compacted-response.ts';
import { WholeResponse } from './answer/whole-response.ts';

interface ResponsesDeps extends CompatDeps {
  readonly items: ResponseItems;
}

/** `POST /compat/openai/v1/responses` (COMPR-01). */
export function responsesEndpoint(settings: () => CompatSettings, deps: ResponsesDeps): ModelEndpoint {
  const endpoint = compatEndpoint(settings, deps, {
    parser: 'openai_responses',
    encoder: (exchange) =>
      exchange.call.stream ? new StreamedResponse(exchange, deps) : new WholeResponse(exchange, deps),
  });
  return {
    ...endpoint,
    checkCall(exchange) {
      requireGenuineSummary(deps.history.signatures, exchange);
      const resolving = resolveReferences(deps.items, settings(), exchange);
      return resolving
        ? resolving.then(() => endpoint.checkCall?.(exchange))
        : endpoint.checkCall?.(exchange);
    },
    fitToModel: (call, model) => withoutMissingSearch(endpoint.fitToModel?.(call, model) ?? call, model),
  };
}

/** `POST /compat/openai/v1/responses/compact`: the same body, of which a summary is wanted (COMPR-19). */
export function compactEndpoint(endpoint: ModelEndpoint, deps: ResponsesDeps): ModelEndpoint {
  return {
    ...endpoint,
    parser(exchange) {
      const { name, settings } = endpoint.parser(exchange);
      return { name, settings: { ...settings, compacts: true } };
    },
    encoder: (exchange) => new WholeResponse(exchange, deps, new CompactedResponse(exchange)),
  };
}
