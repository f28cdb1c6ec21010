/** What operators ask of engines: probes, and the models that they offer as entries of the configuration. */
export { engineInspectionModule } from './engine-inspection-module.ts';
export { engineProbeToJson } from './engine-probe-to-json.ts';
export { knownModels } from './known-models.ts';
export type { AddedModel } from './models-difference.ts';
export { modelsPlanToJson } from './models-plan-to-json.ts';
export { openEngineInspection } from './open-engine-inspection.ts';
export { type ModelsPlan, planModels } from './plan-models.ts';
export { findProbedEngine } from './probed-engine.ts';
export { writtenModels } from './written-models.ts';
