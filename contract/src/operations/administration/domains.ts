import { Domain, domainCreation, DomainDeletion, domainQuery } from '../../schemas/administration/domain.ts';
import { listOf } from '../../schemas/administration/page.ts';
import { administration } from './administration-operation.ts';

const PATH = '/v1/organizations/domains';
const ONE = `${PATH}/{domain}`;
const NONE = 'domain_not_found';
/** Single sign-on is for owners, reading it too (SSO). */
const OWNERS = { permission: 'owners.manage' } as const;

/** Email domains of the organization, for single sign-on (SSO-01). */
export const DOMAIN_OPERATIONS = [
  administration({
    ...OWNERS,
    id: 'createDomain',
    method: 'POST',
    path: PATH,
    summary: 'Add an email domain and get the DNS value that verifies it',
    body: domainCreation,
    readOnly: Object.keys(Domain.shape).filter((name) => name !== 'domain'),
    response: Domain,
    successStatuses: [201],
    errors: ['role_required', 'resource_conflict'],
  }),
  administration({
    ...OWNERS,
    id: 'listDomains',
    method: 'GET',
    path: PATH,
    summary: 'List the email domains of the organization',
    query: domainQuery,
    response: listOf(Domain),
    errors: ['role_required'],
  }),
  administration({
    ...OWNERS,
    id: 'verifyDomain',
    method: 'POST',
    path: `${ONE}/verify`,
    summary: 'Look for the DNS value of a domain and verify it',
    response: Domain,
    errors: ['role_required', NONE, 'resource_conflict'],
  }),
  administration({
    ...OWNERS,
    id: 'deleteDomain',
    method: 'DELETE',
    path: ONE,
    summary: 'Delete an email domain',
    response: DomainDeletion,
    errors: ['role_required', NONE],
  }),
] as const;
