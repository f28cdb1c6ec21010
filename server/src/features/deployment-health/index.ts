/** How the nodes are doing, for operators (ADR 0095). */
export type { Degradation, Dependency } from './report-node.ts';
export { deploymentHealthModule } from './deployment-health-module.ts';
