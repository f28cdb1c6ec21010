/** Engines, models, dependencies and settings, for operators. */
export { deploymentStateModule } from './deployment-state-module.ts';
