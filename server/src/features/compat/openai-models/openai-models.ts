import type { ModelConfig } from '#config';
import type { Authenticated, HttpExchange, Step } from '#exchange';
import { withView, type ModelDeps, type ModelPolicy } from '#features/models';
import { chooseByName } from '../base/choose-model.ts';
import type { ModelNames } from '../base/model-names.ts';
import { visibleNames } from '../base/visible-names.ts';

interface OpenAiModelDeps extends ModelDeps {
  readonly names: () => ModelNames;
  readonly policy: () => ModelPolicy;
}

const CACHE_HEADERS = ['cache-control', 'private, max-age=300', 'vary', 'Authorization, X-Api-Key'];

/** `GET /compat/openai/v1/models` (COMPO-13). */
export function listOpenAiModels(deps: OpenAiModelDeps): Step<HttpExchange & Authenticated> {
  return (exchange) =>
    withView(deps, exchange, (view) => {
      const data = visibleNames(deps.names(), view).map(({ name, model }) => toOpenAiModel(name, model));
      exchange.sink.json(200, JSON.stringify({ object: 'list', data }), CACHE_HEADERS);
    });
}

/** `GET /compat/openai/v1/models/{model_id}`: the model that answers for this name. */
export function readOpenAiModel(deps: OpenAiModelDeps): Step<HttpExchange & Authenticated> {
  return (exchange) =>
    withView(deps, exchange, (view) => {
      const name = exchange.params['model_id'];
      const isEmbedding = deps.names().find(view.catalog, name, 'embedding', view.nowMs) !== undefined;
      const kind = isEmbedding ? 'embedding' : 'chat';
      const model = chooseByName(deps.names(), view, name, kind, deps.policy());
      exchange.sink.json(200, JSON.stringify(toOpenAiModel(model.id, model)), CACHE_HEADERS);
    });
}

function toOpenAiModel(id: string, { created }: ModelConfig): object {
  return { id, object: 'model', created, owned_by: 'svc' };
}
