import type { Module, OperatorHandlers } from '#features/module';
import { readConfiguration } from './configuration.ts';
import {
  readConfigurationFile,
  reloadConfiguration,
  type ConfigurationSource,
} from './configuration-file.ts';
import { readNodeState, type NodeStateDeps } from './node-state.ts';
import type { RoutesOutOfService } from './routes-out-of-service.ts';
import { listRoutes, readRoute, setRoute } from './set-route.ts';

interface DeploymentStateDeps extends NodeStateDeps {
  readonly routesOut: RoutesOutOfService;
  readonly configuration: ConfigurationSource;
}

/** What operators see of the deployment itself. */
export function deploymentStateModule(deps: DeploymentStateDeps) {
  const { configuration, deployment, nodeId, routesOut } = deps;
  return {
    operator: {
      readNodeState: (db) => readNodeState(db, deps),
      readConfiguration: () => Promise.resolve(readConfiguration(deps.deployment())),
      readConfigurationFile: () => Promise.resolve(readConfigurationFile(configuration)),
      reloadConfiguration: (change, { body }) =>
        reloadConfiguration(configuration, change, { ...body, nodeId }),
      listRoutes: (db) => listRoutes(db, deployment()),
      readRoute: (db, { params: { model_id: model, engine } }) =>
        readRoute(db, deployment(), { model, engine }),
      setRoute: (change, { params: { model_id: model, engine }, body }) =>
        setRoute({ change, deployment: deployment(), routesOut }, { model, engine }, body),
    } satisfies Partial<OperatorHandlers>,
    jobs: [routesOut.job],
  } satisfies Module;
}
