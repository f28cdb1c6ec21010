/** The environment, the deployment configuration and the provisioning file: read, checked and typed. */
export { digestWithoutSecrets } from './digest-without-secrets.ts';
export { ConfigError, type Problem } from './config-error.ts';
export { DATA_KEY_FILE, findDataKey, loadDataKey } from './environment/data-key.ts';
export { decimalToNanos, nanosToDecimal, toDecimal } from './decimal.ts';
export { ENGINE_TYPES } from './deployment/engines/engine-schema.ts';
export { isModelId } from './deployment/model-schema.ts';
export { parseYaml, readConfigText } from './yaml-file.ts';
export { deploymentSchema } from './deployment/deployment-schema.ts';
export type * from './deployment/deployment-types.ts';
export type { DialectName, OpenAiApi } from './deployment/dialect-schema.ts';
export {
  findDeploymentFile,
  loadDeployment,
  parseDeployment,
  parseDeploymentFile,
  reloadDeployment,
  type Deployment,
  type DeploymentContext,
} from './deployment/deployment.ts';
export { ENVIRONMENT_VARIABLES, type EnvironmentVariable } from './environment/environment-reference.ts';
export type * from './environment/environment-types.ts';
export { boundBaseUrl, listenUrl, loadEnvironment } from './environment/environment.ts';
export { provisioningSchema } from './provisioning/provisioning-schema.ts';
export type * from './provisioning/provisioning-types.ts';
export { PATHS_READ_AT_START } from './deployment/read-at-start.ts';
export { PATHS_WITHOUT_EFFECT } from './deployment/without-effect.ts';
export {
  expandProvisioning,
  loadProvisioning,
  parseProvisioning,
  type ProvisioningContext,
} from './provisioning/provisioning.ts';
