/** The environment, the deployment configuration and the provisioning file: read, checked and typed. */
export { ConfigError, type Problem } from './config-error.ts';
export { loadDataKey } from './data-key.ts';
export { decimalToNanos, nanosToDecimal, toDecimal } from './decimal.ts';
export { deploymentSchema } from './deployment-schema.ts';
export type * from './deployment-types.ts';
export { loadDeployment, parseDeployment, reloadDeployment, type Deployment, type DeploymentContext } from './deployment.ts';
export { ENVIRONMENT_VARIABLES, type EnvironmentVariable } from './environment-reference.ts';
export type * from './environment-types.ts';
export { boundBaseUrl, loadEnvironment } from './environment.ts';
export { provisioningSchema } from './provisioning-schema.ts';
export type * from './provisioning-types.ts';
export { PATHS_WITHOUT_EFFECT } from './without-effect.ts';
export { expandProvisioning, loadProvisioning, parseProvisioning, type ProvisioningContext } from './provisioning.ts';
