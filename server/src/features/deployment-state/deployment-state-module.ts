import type { Module, OperatorHandlers } from '#features/module';
import { readConfiguration } from './configuration.ts';
import { readNodeState, type NodeStateDeps } from './node-state.ts';

/** What operators see of the deployment itself. */
export function deploymentStateModule(deps: NodeStateDeps) {
  return {
    operator: {
      readNodeState: () => Promise.resolve(readNodeState(deps)),
      readConfiguration: () => Promise.resolve(readConfiguration(deps.deployment())),
    } satisfies Partial<OperatorHandlers>,
  } satisfies Module;
}
