/** Organizations as the people who run the deployment see and change them. */
export { managedOrganizationsModule } from './managed-organizations-module.ts';
export { readManagedOrganization } from './managed-organization.ts';
export { insertOrganization } from './change-organizations.ts';
