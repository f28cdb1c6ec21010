import type { Authenticated, HttpExchange, Step } from '#exchange';
import { invalid } from '#features/conversation';
import { withView, type ModelDeps, type ModelPolicy } from '#features/models';
import { chooseByName } from '../base/choose-model.ts';
import type { ModelNames } from '../base/model-names.ts';
import { visibleNames, type VisibleName } from '../base/visible-names.ts';
import { toAnthropicModel } from './anthropic-model.ts';

interface AnthropicModelDeps extends ModelDeps {
  readonly names: () => ModelNames;
  readonly policy: () => ModelPolicy;
}

const CACHE_HEADERS = ['cache-control', 'private, max-age=300', 'vary', 'Authorization, X-Api-Key'];
const DEFAULT_LIMIT = 20;
const MAX_MODELS = 1000;

/** `GET /compat/anthropic/v1/models` (COMPA-18). */
export function listAnthropicModels(deps: AnthropicModelDeps): Step<HttpExchange & Authenticated> {
  return (exchange) =>
    withView(deps, exchange, (view) => {
      const names = visibleNames(deps.names(), view).filter(({ model }) => model.kind === 'chat');
      const { page, hasMore } = pageOf(names, exchange.query);
      const data = page.map(({ name, model }) => toAnthropicModel(name, model, deps.clock.nowMs()));
      const list = {
        data,
        has_more: hasMore,
        first_id: page.at(0)?.name ?? null,
        last_id: page.at(-1)?.name ?? null,
      };
      exchange.sink.json(200, JSON.stringify(list), CACHE_HEADERS);
    });
}

/** `GET /compat/anthropic/v1/models/{model_id}`: the model that answers for this name. */
export function readAnthropicModel(deps: AnthropicModelDeps): Step<HttpExchange & Authenticated> {
  return (exchange) =>
    withView(deps, exchange, (view) => {
      const name = exchange.params['model_id'];
      const model = chooseByName(deps.names(), view, name, 'chat', deps.policy());
      exchange.sink.json(
        200,
        JSON.stringify(toAnthropicModel(model.id, model, deps.clock.nowMs())),
        CACHE_HEADERS,
      );
    });
}

function pageOf(
  names: readonly VisibleName[],
  query: URLSearchParams,
): { page: readonly VisibleName[]; hasMore: boolean } {
  const limit = readLimit(query.get('limit'));
  const indexOf = (field: string): number | undefined => {
    const id = query.get(field);
    if (!id) return undefined;
    const index = names.findIndex(({ name }) => name === id);
    if (index < 0) throw invalid(field, `${field} must be the id of a model in the list.`);
    return index;
  };
  const after = indexOf('after_id');
  const before = indexOf('before_id');
  if (before !== undefined) {
    const start = Math.max(0, before - limit);
    return { page: names.slice(start, before), hasMore: start > 0 };
  }
  const start = after === undefined ? 0 : after + 1;
  return { page: names.slice(start, start + limit), hasMore: names.length > start + limit };
}

function readLimit(value: string | null): number {
  if (!value) return DEFAULT_LIMIT;
  const limit = Number(value);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_MODELS)
    throw invalid('limit', `limit must be a whole number from 1 to ${MAX_MODELS}.`);
  return limit;
}
