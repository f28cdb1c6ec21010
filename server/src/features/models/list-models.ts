import { ApiError } from '@svc/contract';
import type { ModelConfig } from '#config';
import type { Authenticated, HttpExchange, Step } from '#exchange';
import type { Clock } from '#kit';
import { parseIncludeUnavailable, parseListQuery, parseSurface, type ListQuery } from './list-query.ts';
import type { ModelAccess } from './model-access.ts';
import type { ModelCatalog } from './model-catalog.ts';
import { toModelObject } from './model-object.ts';
import { isInPlan, isPermitted, keepsRetention, viewFor, type ModelView } from './visible-models.ts';

export interface ModelDeps {
  readonly catalog: () => ModelCatalog;
  readonly access: ModelAccess;
  readonly clock: Clock;
}

const CACHE_HEADERS = ['cache-control', 'private, max-age=300', 'vary', 'Authorization'];

/** `GET /v1/models` (inference contract §4.1). */
export function listModels(deps: ModelDeps): Step<HttpExchange & Authenticated> {
  return (exchange) => {
    const query = parseListQuery(exchange.query);
    return withView(deps, exchange, (view) => {
      const data = deps
        .catalog()
        .all(view.nowMs)
        .filter((model) => isListed(view, model, query))
        .map((model) => toModelObject(model, isInPlan(view, model)));
      exchange.sink.json(200, JSON.stringify({ object: 'list', data }), CACHE_HEADERS);
    });
  };
}

/** `GET /v1/models/{model_id}`: what the caller's list holds, else 404 (MODEL-29, D-51). Without a surface, that of every surface. */
export function readModel(deps: ModelDeps): Step<HttpExchange & Authenticated> {
  return (exchange) => {
    const includeUnavailable = parseIncludeUnavailable(exchange.query);
    const surface = parseSurface(exchange.query);
    return withView(deps, exchange, (view) => {
      const model = deps.catalog().find(exchange.params['model_id'] ?? '', view.nowMs);
      const isOffered = surface === undefined || model?.surfaces.includes(surface);
      if (!model || !isOffered || !isOpen(view, model, includeUnavailable))
        throw new ApiError('model_not_found', { param: 'model_id' });
      exchange.sink.json(200, JSON.stringify(toModelObject(model, isInPlan(view, model))), CACHE_HEADERS);
    });
  };
}

function isListed(view: ModelView, model: ModelConfig, query: ListQuery): boolean {
  return (
    isOpen(view, model, query.includeUnavailable) &&
    model.surfaces.includes(query.surface) &&
    query.capabilities.every((name) => model.capabilities[name])
  );
}

/** Listed to the caller, with what the plan does not include if that is asked for. */
export function isOpen(view: ModelView, model: ModelConfig, includeUnavailable: boolean): boolean {
  return (
    isPermitted(view, model) && keepsRetention(view, model) && (includeUnavailable || isInPlan(view, model))
  );
}

/** Answers with the catalog as the caller sees it. */
export function withView(
  deps: ModelDeps,
  exchange: Authenticated,
  respond: (view: ModelView) => void,
): void | Promise<void> {
  const view = viewFor(deps.catalog(), deps.access, exchange.credential, deps.clock.nowMs());
  return view instanceof Promise ? view.then(respond) : respond(view);
}
