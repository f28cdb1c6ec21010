import type { EngineConfig, ModelConfig, RouteConfig } from '#config';
import type { OfferedModel } from '../upstreams/offered/offered-model.ts';
import { contradictions } from './contradictions.ts';
import { probedDialect, type ProbedDialect } from './probe-dialect.ts';
import type { ModelFindings } from './probe-model.ts';

/** A route of the configuration with the model that it serves. */
export interface ModelRoute {
  readonly model: ModelConfig;
  readonly route: RouteConfig;
}

/** What is known of a route after its questions. Null: not found out. */
export interface RouteProbe extends Omit<ModelFindings, 'refusedFields'>, ProbedDialect {
  /** The model's public id. */
  readonly model: string;
  readonly engineModel: string;
  readonly maxContextTokens: number | null;
  /** Paths of the model's configuration that promise more than the route does. */
  readonly differs: readonly string[];
}

/** `offered`: the list of the engine, empty where it has none. */
export function toRouteProbe(
  { model, route }: ModelRoute,
  { refusedFields, ...findings }: ModelFindings,
  { config, offered }: { readonly config: EngineConfig; readonly offered: readonly OfferedModel[] },
): RouteProbe {
  const entry = offered.find((each) => each.model === route.model);
  // A server has one dialect, and may list a model under a longer name than it is called by.
  const listed = entry?.dialect ?? offered.find(({ dialect }) => dialect)?.dialect;
  const found = { ...findings, maxContextTokens: entry?.maxContextTokens ?? null };
  return {
    model: model.id,
    engineModel: route.model,
    ...found,
    ...probedDialect(config, { configured: route.dialect, listed, refusedFields }),
    differs: contradictions(model, found),
  };
}
