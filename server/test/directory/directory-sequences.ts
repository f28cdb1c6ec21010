/**
 * Whole sequences of requests as Microsoft Entra ID and Okta document them, from the test of the connection to the last removal. Names are
 * ours. `{name}` in a path or body is the id that the step of that name got.
 */
export interface SequenceStep {
  readonly what: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly status: number;
  /** Part of the response. */
  readonly response?: object;
  /** Keeps the id of the response under this name. */
  readonly as?: string;
  /** An attribute that is not in the response. */
  readonly without?: string;
}

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const patch = (...operations: readonly object[]): object => ({
  schemas: [PATCH_OP],
  Operations: operations,
});
const filtered = (path: string, filter: string): string => `${path}filter=${encodeURIComponent(filter)}`;

export const ENTRA_SEQUENCE: readonly SequenceStep[] = [
  {
    what: 'the connection is tested by looking for nobody',
    method: 'GET',
    path: filtered('/Users?', 'userName eq "7c2e4f9a-5d1b-4f0e-8a31-0d6c1b2e9f55"'),
    status: 200,
    response: { schemas: [LIST], totalResults: 0, Resources: [] },
  },
  {
    what: 'a user is made',
    method: 'POST',
    path: '/Users',
    body: {
      schemas: [USER, ENTERPRISE],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName: 'noor@acme.test',
      active: true,
      emails: [{ primary: true, type: 'work', value: 'noor@acme.test' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Noor Khan', familyName: 'Khan', givenName: 'Noor' },
      roles: [],
      [ENTERPRISE]: { department: 'Sales', manager: { value: '17' } },
    },
    status: 201,
    response: { userName: 'noor@acme.test', active: true },
    as: 'noor',
  },
  { what: 'it is read', method: 'GET', path: '/Users/{noor}', status: 200, response: { id: '{noor}' } },
  {
    what: 'it is found',
    method: 'GET',
    path: filtered('/Users?', 'userName eq "noor@acme.test"'),
    status: 200,
    response: { totalResults: 1, Resources: [{ id: '{noor}' }] },
  },
  {
    what: 'several attributes change',
    method: 'PATCH',
    path: '/Users/{noor}',
    body: patch(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'noor.khan@acme.test' },
      { op: 'Replace', path: 'name.familyName', value: 'Khan-Lee' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Support' },
    ),
    status: 200,
    response: {
      emails: [{ value: 'noor.khan@acme.test', type: 'work', primary: true }],
      name: { familyName: 'Khan-Lee', givenName: 'Noor' },
    },
  },
  {
    what: 'the name of the user changes',
    method: 'PATCH',
    path: '/Users/{noor}',
    body: patch({ op: 'Replace', path: 'userName', value: 'noor.khan@acme.test' }),
    status: 200,
    response: { userName: 'noor.khan@acme.test' },
  },
  {
    what: 'a group is made without members, with a schema that is no URN',
    method: 'POST',
    path: '/Groups',
    body: {
      schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Sales',
      meta: { resourceType: 'Group' },
    },
    status: 201,
    response: { displayName: 'Sales', members: [] },
    as: 'sales',
  },
  {
    what: 'it is read without its members',
    method: 'GET',
    path: '/Groups/{sales}?excludedAttributes=members',
    status: 200,
    response: { id: '{sales}' },
    without: 'members',
  },
  {
    what: 'it is found by name',
    method: 'GET',
    path: filtered('/Groups?excludedAttributes=members&', 'displayName eq "Sales"'),
    status: 200,
    response: { totalResults: 1, Resources: [{ id: '{sales}' }] },
  },
  {
    what: 'it is renamed',
    method: 'PATCH',
    path: '/Groups/{sales}',
    body: patch({ op: 'Replace', path: 'displayName', value: 'Sales EMEA' }),
    status: 200,
    response: { displayName: 'Sales EMEA' },
  },
  {
    what: 'a member is added',
    method: 'PATCH',
    path: '/Groups/{sales}',
    body: patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: '{noor}' }] }),
    status: 200,
    response: { members: [{ value: '{noor}' }] },
  },
  {
    what: 'the member is removed by value',
    method: 'PATCH',
    path: '/Groups/{sales}',
    body: patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: '{noor}' }] }),
    status: 200,
    response: { members: [] },
  },
  {
    what: 'the user is disabled',
    method: 'PATCH',
    path: '/Users/{noor}',
    body: patch({ op: 'Replace', path: 'active', value: 'False' }),
    status: 200,
    response: { active: false },
  },
  { what: 'the user is deleted', method: 'DELETE', path: '/Users/{noor}', status: 204 },
  { what: 'the group is deleted', method: 'DELETE', path: '/Groups/{sales}', status: 204 },
  { what: 'the group is gone', method: 'GET', path: '/Groups/{sales}', status: 404 },
];

export const OKTA_SEQUENCE: readonly SequenceStep[] = [
  {
    what: 'users are read once provisioning is on',
    method: 'GET',
    path: '/Users?startIndex=1&count=2',
    status: 200,
    response: { startIndex: 1, itemsPerPage: 2 },
  },
  {
    what: 'groups are read once provisioning is on',
    method: 'GET',
    path: '/Groups?startIndex=1&count=100',
    status: 200,
    response: { startIndex: 1, totalResults: 0, Resources: [] },
  },
  {
    what: 'nobody has the name yet',
    method: 'GET',
    path: filtered('/Users?startIndex=1&count=100&', 'userName eq "omar@acme.test"'),
    status: 200,
    response: { totalResults: 0 },
  },
  {
    what: 'a user is made',
    method: 'POST',
    path: '/Users',
    body: {
      schemas: [USER],
      userName: 'omar@acme.test',
      name: { givenName: 'Omar', familyName: 'Diaz' },
      emails: [{ primary: true, value: 'omar@acme.test', type: 'work' }],
      displayName: 'Omar Diaz',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    },
    status: 201,
    response: { userName: 'omar@acme.test', active: true },
    as: 'omar',
    without: 'password',
  },
  { what: 'it is read before a change', method: 'GET', path: '/Users/{omar}', status: 200 },
  {
    what: 'the profile is replaced',
    method: 'PUT',
    path: '/Users/{omar}',
    body: {
      schemas: [USER],
      id: '{omar}',
      userName: 'omar@acme.test',
      name: { givenName: 'Omar', familyName: 'Diaz Vega' },
      emails: [{ primary: true, value: 'omar@acme.test', type: 'work' }],
      displayName: 'Omar Diaz Vega',
      externalId: '00ujl29u0le5T6Aj10h7',
      active: true,
      groups: [],
      meta: { resourceType: 'User' },
    },
    status: 200,
    response: { displayName: 'Omar Diaz Vega', active: true },
  },
  {
    what: 'a group is pushed with its members',
    method: 'POST',
    path: '/Groups',
    body: {
      schemas: [GROUP],
      displayName: 'Designers',
      members: [{ value: '{omar}', display: 'omar@acme.test' }],
    },
    status: 201,
    response: { displayName: 'Designers', members: [{ value: '{omar}' }] },
    as: 'designers',
  },
  {
    what: 'it is renamed without a path, its id in the value',
    method: 'PATCH',
    path: '/Groups/{designers}',
    body: patch({ op: 'replace', value: { id: '{designers}', displayName: 'Product designers' } }),
    status: 200,
    response: { displayName: 'Product designers', members: [{ value: '{omar}' }] },
  },
  {
    what: 'a member is removed by the path',
    method: 'PATCH',
    path: '/Groups/{designers}',
    body: patch({ op: 'remove', path: 'members[value eq "{omar}"]' }),
    status: 200,
    response: { members: [] },
  },
  {
    what: 'a member is added with their display name',
    method: 'PATCH',
    path: '/Groups/{designers}',
    body: patch({ op: 'add', path: 'members', value: [{ value: '{omar}', display: 'omar@acme.test' }] }),
    status: 200,
    response: { members: [{ value: '{omar}' }] },
  },
  {
    what: 'members are replaced',
    method: 'PATCH',
    path: '/Groups/{designers}',
    body: patch({ op: 'replace', path: 'members', value: [{ value: '{omar}' }] }),
    status: 200,
    response: { members: [{ value: '{omar}' }] },
  },
  {
    what: 'the whole group is pushed again',
    method: 'PUT',
    path: '/Groups/{designers}',
    body: { schemas: [GROUP], id: '{designers}', displayName: 'Designers', members: [] },
    status: 200,
    response: { displayName: 'Designers', members: [] },
  },
  { what: 'the group is unlinked', method: 'DELETE', path: '/Groups/{designers}', status: 204 },
  {
    what: 'the user is deactivated without a path',
    method: 'PATCH',
    path: '/Users/{omar}',
    body: patch({ op: 'replace', value: { active: false } }),
    status: 200,
    response: { active: false },
  },
  {
    what: 'the user is assigned again: found inactive',
    method: 'GET',
    path: filtered('/Users?startIndex=1&count=100&', 'userName eq "omar@acme.test"'),
    status: 200,
    response: { totalResults: 1, Resources: [{ id: '{omar}', active: false }] },
  },
  {
    what: 'and activated',
    method: 'PATCH',
    path: '/Users/{omar}',
    body: patch({ op: 'replace', value: { active: true } }),
    status: 200,
    response: { active: true },
  },
];
