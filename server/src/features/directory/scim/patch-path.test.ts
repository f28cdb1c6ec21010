import { expect, it } from 'vitest';
import { parsePatchPath, UNKNOWN_PATH } from './patch-path.ts';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0:User';

it.each([
  ['active', { attribute: 'active' }],
  [' UserName ', { attribute: 'username' }],
  ['name.givenName', { attribute: 'name', subAttribute: 'givenname' }],
  [`${CORE}:name.familyName`, { attribute: 'name', subAttribute: 'familyname' }],
  ['$ref', { attribute: '$ref' }],
  ['a-b', { attribute: 'a-b' }],
])('reads the path %j', (path, expected) => {
  expect(parsePatchPath(path)).toEqual(expected);
});

it('reads the elements of a list that a filter chooses', () => {
  const conditions = [expect.objectContaining({ attribute: 'value' })];
  expect(parsePatchPath('Members[value eq "a"]')).toEqual({ attribute: 'members', conditions });
  expect(parsePatchPath('emails[value eq "a.b"].Type')).toEqual({
    attribute: 'emails',
    conditions,
    subAttribute: 'type',
  });
});

it.each([
  '',
  '.',
  'a.',
  '.b',
  'a b',
  'a.b c',
  '1a',
  'a.1',
  'a[nonsense',
  'a[nonsense]',
  'a[value eq "x"].',
  '[value eq "x"]',
])('takes %j for no path', (path) => expect(parsePatchPath(path)).toBeUndefined());

it('knows paths of other schemas, and those that are too long', () => {
  const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department';
  expect(parsePatchPath(enterprise)).toBe(UNKNOWN_PATH);
  expect(parsePatchPath('urn:other:User:name')).toBeUndefined();
  expect(parsePatchPath('a'.repeat(1_000))).toEqual({ attribute: 'a'.repeat(1_000) });
  expect(parsePatchPath('a'.repeat(1_001))).toBeUndefined();
});
