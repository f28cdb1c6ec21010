import { RateLimits } from '../../schemas/administration/rate-limits.ts';
import { listOf } from '../../schemas/administration/page.ts';
import { User, userQuery } from '../../schemas/administration/user.ts';
import {
  CreditGrant,
  creditGranting,
  ManagedOrganization,
  managedOrganizationQuery,
  managedOrganizationUpdate,
  organizationCreation,
  organizationDeclaration,
  OwnerSetupLink,
  ownerLinkCreation,
} from '../../schemas/operator/organization.ts';
import { operatorOperation } from './operator-operation.ts';

const LIST = '/operator/v1/organizations';
const ONE = `${LIST}/{organization_id}`;
const BY_EXTERNAL_ID = `${LIST}/by-external-id/{external_id}`;
const READ_ONLY = Object.keys(ManagedOrganization.shape);
const MISSING = 'organization_not_found';

/** Organizations: who they are, what they may use, and what they have paid. */
export const OPERATOR_ORGANIZATION_OPERATIONS = [
  operatorOperation({
    id: 'listManagedOrganizations',
    method: 'GET',
    path: LIST,
    summary: 'List organizations',
    query: managedOrganizationQuery,
    response: listOf(ManagedOrganization),
  }),
  operatorOperation({
    id: 'createManagedOrganization',
    method: 'POST',
    path: LIST,
    summary: 'Create an organization',
    body: organizationCreation,
    readOnly: READ_ONLY,
    response: ManagedOrganization,
    successStatuses: [201],
    errors: ['unknown_model'],
  }),
  operatorOperation({
    id: 'readManagedOrganization',
    method: 'GET',
    path: ONE,
    summary: 'Read an organization',
    response: ManagedOrganization,
    errors: [MISSING],
  }),
  operatorOperation({
    id: 'updateManagedOrganization',
    method: 'PATCH',
    path: ONE,
    summary: 'Change plan, status or settings of an organization',
    body: managedOrganizationUpdate,
    readOnly: READ_ONLY,
    response: ManagedOrganization,
    errors: [MISSING, 'unknown_model'],
  }),
  operatorOperation({
    id: 'readOrganizationByExternalId',
    method: 'GET',
    path: BY_EXTERNAL_ID,
    summary: 'Read an organization by its external id',
    response: ManagedOrganization,
    errors: [MISSING],
  }),
  operatorOperation({
    id: 'setOrganizationByExternalId',
    method: 'PUT',
    path: BY_EXTERNAL_ID,
    summary: 'Create the organization with an external id, or set all of its settings',
    body: organizationDeclaration,
    readOnly: READ_ONLY,
    response: ManagedOrganization,
    successStatuses: [200, 201],
    errors: ['unknown_model'],
  }),
  operatorOperation({
    id: 'grantCredits',
    method: 'POST',
    path: `${ONE}/credits`,
    summary: 'Add credits to an organization',
    body: creditGranting,
    response: CreditGrant,
    successStatuses: [201],
    errors: [MISSING],
  }),
  operatorOperation({
    id: 'readManagedRateLimits',
    method: 'GET',
    path: `${ONE}/rate_limits`,
    summary: 'Read the tier and rate limits of an organization',
    response: RateLimits,
    errors: [MISSING],
  }),
  operatorOperation({
    id: 'listManagedMembers',
    method: 'GET',
    path: `${ONE}/members`,
    summary: 'List members of an organization',
    query: userQuery,
    response: listOf(User),
    errors: [MISSING],
  }),
  operatorOperation({
    id: 'createOwnerLink',
    method: 'POST',
    path: `${ONE}/owner_link`,
    summary: 'Create a set-up link for the primary owner; removes their password and second factor',
    body: ownerLinkCreation,
    response: OwnerSetupLink,
    successStatuses: [201],
    errors: [MISSING],
  }),
] as const;
