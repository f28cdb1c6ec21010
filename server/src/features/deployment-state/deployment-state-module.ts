import type { Module, OperatorHandlers } from '#features/module';
import { readConfiguration } from './configuration.ts';
import {
  readConfigurationFile,
  reloadConfiguration,
  type ConfigurationSource,
} from './configuration-file.ts';
import { readNodeState, type NodeStateDeps } from './node-state.ts';

interface DeploymentStateDeps extends NodeStateDeps {
  readonly configuration: ConfigurationSource;
}

/** What operators see of the deployment itself. */
export function deploymentStateModule(deps: DeploymentStateDeps) {
  const { configuration, nodeId } = deps;
  return {
    operator: {
      readNodeState: () => Promise.resolve(readNodeState(deps)),
      readConfiguration: () => Promise.resolve(readConfiguration(deps.deployment())),
      readConfigurationFile: () => Promise.resolve(readConfigurationFile(configuration)),
      reloadConfiguration: (change, { body }) =>
        reloadConfiguration(configuration, change, { ...body, nodeId }),
    } satisfies Partial<OperatorHandlers>,
  } satisfies Module;
}
