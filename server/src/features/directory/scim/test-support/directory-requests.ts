/**
 * What directories send, after the requests that Microsoft Entra ID and Okta document and what users reported of them. Ids and names are
 * ours.
 */

const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

export const ANN = {
  userName: 'ann@acme.test',
  externalId: 'ext-ann',
  displayName: 'Ann Lee',
  name: { formatted: null, givenName: 'Ann', familyName: 'Lee' },
  emails: [{ value: 'ann@acme.test', type: 'work', primary: true }],
};

function patch(...operations: readonly object[]): object {
  return { schemas: [PATCH_SCHEMA], Operations: operations };
}

interface UserCase {
  readonly what: string;
  readonly body: object;
  /** What is different afterwards. */
  readonly attributes?: object;
  readonly active?: boolean;
}

export const USER_PATCHES: readonly UserCase[] = [
  {
    what: 'Entra ID disables with a capital op and the text False',
    body: patch({ op: 'Replace', path: 'active', value: 'False' }),
    active: false,
  },
  {
    what: 'Entra ID enables with the text True',
    body: patch({ op: 'Add', path: 'active', value: 'True' }),
    active: true,
  },
  {
    what: 'Entra ID sends several attributes without a path, with dots and filters in names',
    body: patch({
      op: 'replace',
      value: {
        active: false,
        displayName: 'Ann Ray',
        'name.familyName': 'Ray',
        'emails[type eq "work"].value': 'ray@acme.test',
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department': 'Sales',
      },
    }),
    active: false,
    attributes: {
      displayName: 'Ann Ray',
      name: { ...ANN.name, familyName: 'Ray' },
      emails: [{ value: 'ray@acme.test', type: 'work', primary: true }],
    },
  },
  {
    what: 'Entra ID changes several attributes in operations of their own, some of which are not kept',
    body: patch(
      { op: 'Add', path: 'title', value: 'Buyer' },
      { op: 'Replace', path: 'name.givenName', value: 'Anna' },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+1 555 0100' },
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager',
        value: 'x',
      },
    ),
    attributes: { name: { ...ANN.name, givenName: 'Anna' } },
  },
  {
    what: 'Entra ID adds an address of a type that the user has none of',
    body: patch({ op: 'Add', path: 'emails[type eq "other"].value', value: 'a.lee@acme.test' }),
    attributes: {
      emails: [...ANN.emails, { value: 'a.lee@acme.test', type: 'other', primary: false }],
    },
  },
  {
    what: 'Entra ID empties an attribute',
    body: patch({ op: 'Remove', path: 'externalId' }),
    attributes: { externalId: null },
  },
  {
    what: 'Okta deactivates without a path',
    body: patch({ op: 'replace', value: { active: false } }),
    active: false,
  },
  {
    what: 'a path has the schema before it',
    body: patch({
      op: 'replace',
      path: 'urn:ietf:params:scim:schemas:core:2.0:User:userName',
      value: 'lee@acme.test',
    }),
    attributes: { userName: 'lee@acme.test' },
  },
  {
    what: 'another primary address takes its place',
    body: patch({
      op: 'add',
      path: 'emails',
      value: [{ value: 'new@acme.test', type: 'home', primary: 'true' }],
    }),
    attributes: {
      emails: [
        { ...ANN.emails[0], primary: false },
        { value: 'new@acme.test', type: 'home', primary: true },
      ],
    },
  },
  {
    what: 'an address is removed by what it is',
    body: patch({ op: 'remove', path: 'emails[primary eq true]' }),
    attributes: { emails: [] },
  },
];

interface GroupCase {
  readonly what: string;
  readonly body: object;
  readonly displayName?: string;
  readonly members?: readonly string[];
}

/** Of a group named Sales with the members user_a, user_b and user_c. */
export const GROUP_PATCHES: readonly GroupCase[] = [
  {
    what: 'Entra ID adds members',
    body: patch({
      op: 'Add',
      path: 'members',
      value: [
        { $ref: null, value: 'user_d' },
        { $ref: null, value: 'user_a' },
      ],
    }),
    members: ['user_a', 'user_b', 'user_c', 'user_d'],
  },
  {
    what: 'Entra ID removes members by value',
    body: patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: 'user_a' }] }),
    members: ['user_b', 'user_c'],
  },
  {
    what: 'Entra ID and Okta remove a member by the path',
    body: patch({ op: 'remove', path: 'members[value eq "user_b"]' }),
    members: ['user_a', 'user_c'],
  },
  {
    what: 'members are removed without a path',
    body: patch({ op: 'remove', value: { members: [{ value: 'user_a' }, { value: 'user_c' }] } }),
    members: ['user_b'],
  },
  {
    what: 'Okta renames a group, its id in the value',
    body: patch({ op: 'replace', value: { id: 'dirgrp_1', displayName: 'Buyers' } }),
    displayName: 'Buyers',
  },
  {
    what: 'Okta removes one and adds another at once',
    body: patch(
      { op: 'remove', path: 'members[value eq "user_a"]' },
      { op: 'add', path: 'members', value: [{ value: 'user_e', display: 'e@acme.test' }] },
    ),
    members: ['user_b', 'user_c', 'user_e'],
  },
  {
    what: 'Okta replaces all members',
    body: patch({ op: 'replace', path: 'members', value: [{ value: 'user_x' }] }),
    members: ['user_x'],
  },
  {
    what: 'somebody who is no member is removed',
    body: patch({ op: 'remove', path: 'members[value eq "user_z"]' }),
  },
];

/** Removes that name no member. */
export const REMOVES_OF_NOBODY: readonly object[] = [
  patch({ op: 'remove', path: 'members' }),
  patch({ op: 'remove', path: 'members', value: [] }),
  patch({ op: 'remove', path: 'members', value: null }),
  patch({ op: 'remove', path: 'members', value: [{}] }),
  patch({ op: 'remove', value: { members: [] } }),
];
