/** Engines, models, dependencies and settings, for operators. */
export type { ConfigurationSource } from './configuration-file.ts';
export { deploymentStateModule } from './deployment-state-module.ts';
export { openDeploymentState } from './open-deployment-state.ts';
