import type { Deployment } from '#config';
import { type EngineProbe, probeEngine, type ProbeNeeds } from '#engine';
import { findProbedEngine } from '#features/engine-inspection';
import { OperatorError } from '#kit';

/** Asks all engines at once, or the one that is named. The questions cost tokens. */
export async function probeEngines(
  { config, source }: Pick<Deployment, 'config' | 'source'>,
  only: string | undefined,
  needs: ProbeNeeds,
): Promise<EngineProbe[]> {
  const names = only === undefined ? Object.keys(config.engines) : [only];
  const probed = names.map((name) => {
    const engine = findProbedEngine(config, name);
    if (!engine) throw new OperatorError(`engines: ${source} has no engine "${name}".`);
    return engine;
  });
  return Promise.all(probed.map((engine) => probeEngine(engine, needs)));
}
