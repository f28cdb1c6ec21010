import fc from 'fast-check';
import { ApiError } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { parseGroup } from './group-attributes.ts';
import { patchGroup } from './patch-group.ts';
import { parsePatch } from './patch-operations.ts';
import { patchUser } from './patch-user.ts';
import { ANN, GROUP_PATCHES, REMOVES_OF_NOBODY, USER_PATCHES } from './test-support/directory-requests.ts';
import { parseUser } from './user-attributes.ts';

const MAX_MEMBERS = 10_000;
const SALES = { displayName: 'Sales', externalId: null, members: new Set(['user_a', 'user_b', 'user_c']) };

function refusal(type: string): object {
  return expect.objectContaining({ options: expect.objectContaining({ vendor: { code: type } }) });
}
const one = (operation: object): object => ({ Operations: [operation] });

describe('PATCH of a user', () => {
  it.each(USER_PATCHES)('SCIM-09 $what', ({ body, attributes = {}, active }) => {
    const once = patchUser(ANN, parsePatch(body));
    expect(once).toEqual({ attributes: { ...ANN, ...attributes }, active });
    expect(patchUser(once.attributes, parsePatch(body)), 'repeated').toEqual(once);
  });

  it.each([
    [{}, 'invalidSyntax'],
    [{ Operations: [] }, 'invalidSyntax'],
    [{ Operations: ['x'] }, 'invalidSyntax'],
    [one({ op: 'move', path: 'active', value: true }), 'invalidSyntax'],
    [one({ path: 'active', value: true }), 'invalidSyntax'],
    [one({ op: 'remove' }), 'invalidPath'],
    [one({ op: 'replace', path: 7, value: true }), 'invalidPath'],
    [one({ op: 'replace', path: 'emails[type', value: 'a' }), 'invalidPath'],
    [one({ op: 'replace', path: 'emails[type gt "a"].value', value: 'a' }), 'invalidPath'],
    [one({ op: 'replace', path: 'active.now', value: true }), 'invalidPath'],
    [one({ op: 'replace', path: 'active[value eq "a"]', value: true }), 'invalidPath'],
    [one({ op: 'replace', path: 'active' }), 'invalidValue'],
    [one({ op: 'replace', path: 'active', value: 'no' }), 'invalidValue'],
    [one({ op: 'replace', path: 'userName', value: 7 }), 'invalidValue'],
    [one({ op: 'replace', path: 'userName', value: 'a\0' }), 'invalidValue'],
    [one({ op: 'remove', path: 'userName' }), 'invalidValue'],
    [one({ op: 'replace', path: 'name', value: 'Ann' }), 'invalidValue'],
    [one({ op: 'replace', path: 'emails', value: 'a@acme.test' }), 'invalidValue'],
    [
      { Operations: Array.from({ length: 201 }, () => ({ op: 'add', path: 'active', value: true })) },
      'tooMany',
    ],
  ])('%j is %s', (body, type) => {
    expect(() => patchUser(ANN, parsePatch(body))).toThrow(refusal(type));
  });
});

describe('PATCH of a group', () => {
  it.each(GROUP_PATCHES)('$what', ({ body, displayName = 'Sales', members = [...SALES.members] }) => {
    const once = patchGroup(SALES, parsePatch(body), MAX_MEMBERS);
    expect([once.displayName, [...once.members].toSorted()]).toEqual([displayName, members]);
    expect(patchGroup(once, parsePatch(body), MAX_MEMBERS), 'repeated').toEqual(once);
  });

  it.each(REMOVES_OF_NOBODY)('a remove that names nobody is refused: %j', (body) => {
    expect(() => patchGroup(SALES, parsePatch(body), MAX_MEMBERS)).toThrow(refusal('invalidValue'));
    expect(SALES.members.size).toBe(3);
  });

  it('changes of different members may come in any order', () => {
    const operations = parsePatch({
      Operations: [
        { op: 'remove', path: 'members[value eq "user_a"]' },
        { op: 'add', path: 'members', value: [{ value: 'user_d' }] },
        { op: 'remove', path: 'members', value: [{ value: 'user_c' }] },
        { op: 'replace', path: 'displayName', value: 'Buyers' },
      ],
    });
    fc.assert(
      fc.property(fc.shuffledSubarray([...operations], { minLength: operations.length }), (shuffled) => {
        const { displayName, members } = patchGroup(SALES, shuffled, MAX_MEMBERS);
        expect([displayName, [...members].toSorted()]).toEqual(['Buyers', ['user_b', 'user_d']]);
      }),
    );
  });

  it('takes as many members as a group may have, and one more is tooMany', () => {
    const members = Array.from({ length: MAX_MEMBERS }, (_, i) => ({ value: `user_${i}` }));
    const body = (value: readonly object[]) => one({ op: 'replace', path: 'members', value });
    expect(patchGroup(SALES, parsePatch(body(members)), MAX_MEMBERS).members.size).toBe(MAX_MEMBERS);
    const more = [...members, { value: 'user_more' }];
    expect(() => patchGroup(SALES, parsePatch(body(more)), MAX_MEMBERS)).toThrow(refusal('tooMany'));
    expect(() => parseGroup({ displayName: 'Sales', members: more }, MAX_MEMBERS)).toThrow(
      refusal('tooMany'),
    );
  });
});

it('a body is read or refused, whatever it is', () => {
  const path = fc.constantFrom(
    'active',
    'emails',
    'emails[type eq "a"].value',
    'name.givenName',
    'members',
    'x',
  );
  const name = fc.constantFrom('userName', 'emails', 'members', 'displayName', 'name', 'value', '__proto__');
  const value = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(name, fc.jsonValue()),
    fc.array(fc.dictionary(name, fc.string())),
  );
  const operation = fc.record(
    { op: fc.constantFrom('add', 'Remove', 'replace'), path, value },
    { requiredKeys: ['op'] },
  );
  const body = fc.oneof(value, fc.record({ Operations: fc.array(operation) }));
  const readers = [
    (sent: unknown) => parseUser(sent),
    (sent: unknown) => parseGroup(sent, MAX_MEMBERS),
    (sent: unknown) => patchUser(ANN, parsePatch(sent)),
    (sent: unknown) => patchGroup(SALES, parsePatch(sent), MAX_MEMBERS),
  ];
  fc.assert(
    fc.property(body, fc.constantFrom(...readers), (sent, read) => {
      try {
        read(sent);
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError);
      }
    }),
    { numRuns: 500 },
  );
});
