import type { Deployment } from '#config';
import { type EngineProbe, probeEngine, type ProbeNeeds } from '#engine';
import { OperatorError } from '#kit';

/** Asks all engines at once, or the one that is named. The questions cost tokens. */
export function probeEngines(
  { config: { engines, models }, source }: Pick<Deployment, 'config' | 'source'>,
  only: string | undefined,
  needs: ProbeNeeds,
): Promise<EngineProbe[]> {
  if (only !== undefined && !Object.hasOwn(engines, only))
    throw new OperatorError(`engines: ${source} has no engine "${only}".`);
  const routes = models.flatMap((model) => model.routes.map((route) => ({ model, route })));
  return Promise.all(
    Object.entries(engines)
      .filter(([name]) => only === undefined || name === only)
      .map(([name, config]) => {
        const own = routes.filter(({ route }) => route.engine === name);
        return probeEngine({ name, config, routes: own }, needs);
      }),
  );
}
