import type { DeploymentConfig } from '#config';
import type { ProbedEngine } from '#engine';

type Configured = Pick<DeploymentConfig, 'engines' | 'models'>;

/** An engine with all routes that lead to it. Undefined: the configuration has none of that name. */
export function findProbedEngine({ engines, models }: Configured, name: string): ProbedEngine | undefined {
  const config = Object.hasOwn(engines, name) ? engines[name] : undefined;
  if (!config) return undefined;
  const routes = models.flatMap((model) =>
    model.routes.filter(({ engine }) => engine === name).map((route) => ({ model, route })),
  );
  return { name, config, routes };
}
