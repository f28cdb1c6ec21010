import type { BreakerState } from './breaker.ts';
import { bestOf, worstOf } from './engine-stats.ts';
import type { ModelRoutes } from './route.ts';

/** What the breakers of a model's routes to one engine say. */
export interface RouteState {
  /** The model's public id. */
  readonly model: string;
  /** The operator's name for the engine. */
  readonly engine: string;
  readonly breaker: BreakerState;
  /** Not taken out of service by an operator. */
  readonly isInService: boolean;
}

/** One entry per model and engine: of several routes to the same engine, the worst counts. */
export function routeStates(models: ReadonlyMap<string, ModelRoutes>, nowMs: number): RouteState[] {
  return [...models].flatMap(([model, { groups }]) =>
    [...Map.groupBy(groups.flat(), ({ host }) => host.name)].map(([engine, routes]) => {
      const ofOneModel = [...Map.groupBy(routes, (route) => route.model).values()];
      const states = ofOneModel.map((some) => bestOf(some.map((route) => route.breaker.state(nowMs))));
      const breaker = worstOf(states);
      return { model, engine, breaker, isInService: routes.every(({ host }) => !host.isOut(model)) };
    }),
  );
}
