/** How the nodes are doing, for operators (ADR 0095). */
export { deploymentHealthModule } from './deployment-health-module.ts';
