import { Organization, organizationUpdate } from '../../schemas/administration/organization.ts';
import { administration } from './administration-operation.ts';

/** Platform contract §4.2. */
export const ORGANIZATION_OPERATIONS = [
  administration({
    id: 'readOrganization',
    method: 'GET',
    path: '/v1/organizations/me',
    summary: 'Read the organization',
    permission: 'organization.manage',
    response: Organization,
  }),
  administration({
    id: 'updateOrganization',
    method: 'PATCH',
    path: '/v1/organizations/me',
    summary: 'Update the organization',
    permission: 'organization.manage',
    body: organizationUpdate,
    readOnly: Object.keys(Organization.shape),
    response: Organization,
    errors: ['role_required', 'resource_conflict'],
  }),
] as const;
