/** Brings up the organizations, people and credentials that a provisioning file declares, and the very first key. */
export { applyProvisioning, type ProvisionOptions } from './apply-provisioning.ts';
export { ensureFirstOrganization, type FirstOrganization } from './first-organization.ts';
export type { IssuedKey, ProvisionResult } from './provision-report.ts';
