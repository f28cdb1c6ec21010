import { expect, it } from 'vitest';
import { toGroupResource } from './group-resource.ts';
import { listResponse, parsePage } from './paging.ts';
import { selectAttributes } from './select-attributes.ts';
import { resourceTypes, scimSchemas } from './service-documents.ts';
import { ANN } from './test-support/directory-requests.ts';
import { parseUser } from './user-attributes.ts';
import { toUserResource } from './user-resource.ts';

const META = { location: 'https://x.test/scim/v2/Users/user_1', created: 'c', lastModified: 'm' };
const ANN_RESOURCE = toUserResource({ ...ANN, id: 'user_1', active: true }, META);

it('a user that is sent back as it was answered is the same user', () => {
  const sent = { ...ANN_RESOURCE, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { a: 1 } };
  expect(parseUser(sent)).toEqual({ attributes: ANN, active: true });
});

it('what is null or absent in a user is nothing, and active stays unsaid', () => {
  const nothing = { externalId: null, displayName: '', name: null, emails: null, active: null };
  const attributes = { userName: 'a@b.test', externalId: null, displayName: null, name: null, emails: [] };
  for (const more of [nothing, {}])
    expect(parseUser({ username: 'a@b.test', ...more })).toEqual({ attributes, active: undefined });
});

it.each([
  [[], 'invalidSyntax'],
  [{}, 'invalidValue'],
  [{ userName: '' }, 'invalidValue'],
  [{ userName: 'a\nb' }, 'invalidValue'],
  [{ userName: 'x'.repeat(257) }, 'invalidValue'],
  [{ userName: 'a', emails: [null] }, 'invalidValue'],
  [{ userName: 'a', emails: 'a@b.test' }, 'invalidValue'],
  [
    {
      userName: 'a',
      emails: [
        { value: 'a', primary: true },
        { value: 'b', primary: true },
      ],
    },
    'invalidValue',
  ],
  [{ userName: 'a', emails: Array.from({ length: 21 }, () => ({ value: 'a' })) }, 'invalidValue'],
  [{ userName: 'a', name: [] }, 'invalidValue'],
  [{ userName: 'a', active: 'yes' }, 'invalidValue'],
])('%j is no user', (body, type) => {
  const options = expect.objectContaining({ vendor: { code: type } });
  expect(() => parseUser(body)).toThrow(expect.objectContaining({ options }));
});

it('a group has its members as values', () => {
  const group = { id: 'dirgrp_1', displayName: 'Sales', externalId: null, members: new Set(['user_1']) };
  expect(toGroupResource(group, META)).toEqual({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    id: 'dirgrp_1',
    displayName: 'Sales',
    members: [{ value: 'user_1' }],
    meta: { resourceType: 'Group', ...META },
  });
});

it.each([
  [{}, ['schemas', 'id', 'externalId', 'userName', 'displayName', 'name', 'emails', 'active', 'meta']],
  [{ attributes: 'userName, NAME.givenName,title' }, ['schemas', 'id', 'userName', 'name']],
  [
    { excludedAttributes: 'emails,id,meta,urn:ietf:params:scim:schemas:core:2.0:User:name' },
    ['schemas', 'id', 'externalId', 'userName', 'displayName', 'active'],
  ],
])('%j selects', (query, names) => {
  expect(Object.keys(selectAttributes(ANN_RESOURCE, query))).toEqual(names);
});

it.each([
  [{}, 1, 200],
  [{ startIndex: '0', count: '-3' }, 1, 0],
  [{ startIndex: '3', count: '2' }, 3, 2],
  [{ startIndex: '-1', count: '9999999999999999999999' }, 1, 200],
])('%j is a page', (query, startIndex, count) => {
  expect(parsePage(query)).toEqual({ startIndex, count });
});

it.each([{ count: 'a' }, { startIndex: '1.5' }, { count: '' }])('%j is no page', (query) => {
  expect(() => parsePage(query)).toThrow('whole number');
});

it('a page says how many there are of all', () => {
  expect(listResponse({ startIndex: 3, count: 2 }, 7, [{ id: 'a' }])).toEqual({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: 7,
    startIndex: 3,
    itemsPerPage: 1,
    Resources: [{ id: 'a' }],
  });
});

it('each type of resource has the schema it names', () => {
  const schemas = resourceTypes('/b').map((type) => (type as { schema: string }).schema);
  expect(scimSchemas('/b').map((schema) => (schema as { id: string }).id)).toEqual(schemas);
});
