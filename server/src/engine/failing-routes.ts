import type { ModelRoutes } from './route.ts';

/** A route whose breaker is not closed: its last calls failed, and none has succeeded since. For operators only. */
export interface FailingRoute {
  /** The model's public id. */
  readonly model: string;
  /** The operator's name for the engine. */
  readonly engine: string;
  /** Another route of the model can still answer. */
  readonly isReplaced: boolean;
}

/** The failing routes of all models. A half-open breaker counts: a due probe proves nothing until it succeeds. */
export function failingRoutes(models: ReadonlyMap<string, ModelRoutes>, nowMs: number): FailingRoute[] {
  return [...models].flatMap(([model, { groups }]) => {
    const routes = groups.flat();
    const failing = routes.filter(({ breaker }) => breaker.state(nowMs) !== 'closed');
    const isReplaced = failing.length < routes.length;
    const engines = new Set(failing.map(({ host }) => host.name));
    return [...engines].map((engine) => ({ model, engine, isReplaced }));
  });
}
