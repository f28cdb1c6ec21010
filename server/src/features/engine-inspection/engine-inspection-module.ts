import type { Module, OperatorHandlers } from '#features/module';
import { EngineProbes, type EngineProbesDeps } from './engine-probes.ts';
import { listOfferedModels, type OfferedModelsDeps } from './list-offered-models.ts';

/** What operators ask of engines: what they can do and what they offer. */
export function engineInspectionModule(deps: EngineProbesDeps & OfferedModelsDeps) {
  const probes = new EngineProbes(deps);
  return {
    operator: {
      probeEngine: (inquiry, { params }) => probes.probe(inquiry, params.engine),
      listOfferedModels: (_db, { params }) => listOfferedModels(deps, params.engine),
    } satisfies Partial<OperatorHandlers>,
    jobs: [deps.restoredKeys.job],
    close: () => Promise.resolve(probes.close()),
  } satisfies Module;
}
