/** Nodes and what waits in the background, for operators (ADR 0095). */
export { deploymentHealthModule } from './deployment-health-module.ts';
