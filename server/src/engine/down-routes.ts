import { isSibling, type ModelRoutes } from './route.ts';

/** A route that gets no calls, or whose last ones failed. For operators only. */
export interface DownRoute {
  /** The model's public id. */
  readonly model: string;
  /** The operator's name for the engine. */
  readonly engine: string;
  /** Failing: its breaker is not closed, so its last calls failed and none has succeeded since. */
  readonly why: 'failing' | 'out_of_service';
  /** Another route of the model can still answer. */
  readonly isReplaced: boolean;
}

/** The down routes of all models. A half-open breaker counts: a due probe proves nothing until it succeeds. */
export function downRoutes(models: ReadonlyMap<string, ModelRoutes>, nowMs: number): DownRoute[] {
  return [...models].flatMap(([model, { groups }]) => {
    const routes = groups.flat();
    const [out, inService] = [true, false].map((isOut) =>
      routes.filter(({ host }) => host.isOut(model) === isOut),
    ) as [typeof routes, typeof routes];
    const works = inService.filter(({ breaker }) => breaker.state(nowMs) === 'closed');
    const failing = inService.filter((route) => !works.some((other) => isSibling(route, other)));
    const isReplaced = failing.length < inService.length;
    const enginesOf = (some: typeof routes) => [...new Set(some.map(({ host }) => host.name))];
    return [
      ...enginesOf(failing).map((engine) => ({ model, engine, why: 'failing' as const, isReplaced })),
      ...enginesOf(out).map((engine) => ({ model, engine, why: 'out_of_service' as const, isReplaced })),
    ];
  });
}
