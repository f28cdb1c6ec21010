import fc from 'fast-check';
import { ApiError } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { parseGroupFilter, parseUserFilter } from './filter.ts';

const REFUSAL = {
  catalogName: 'invalid_parameter',
  options: expect.objectContaining({ vendor: { code: 'invalidFilter' } }),
};

describe('filters', () => {
  it.each([
    ['userName eq "Ann@acme.test"', [['userName', 'Ann@acme.test']]],
    ['USERNAME EQ "a"', [['userName', 'a']]],
    ['externalId eq "number 1"', [['externalId', 'number 1']]],
    ['emails.value eq "a@b.test"', [['emails.value', 'a@b.test']]],
    ['id eq "user_1"', [['id', 'user_1']]],
    ['displayName eq "Say \\"hi\\" \\u00e9"', [['displayName', 'Say "hi" é']]],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "a"', [['userName', 'a']]],
    [
      'userName eq "a" and externalId eq "and b"  AND id eq "c"',
      [
        ['userName', 'a'],
        ['externalId', 'and b'],
        ['id', 'c'],
      ],
    ],
  ])('SCIM-07 %s', (filter, expected) => {
    expect(parseUserFilter(filter).map(({ attribute, value }) => [attribute, value])).toEqual(expected);
  });

  it.each([
    '',
    'userName',
    'userName eq',
    'userName eq ann',
    'userName eq "ann',
    'userName co "a"',
    'userName pr',
    'title eq "a"',
    'active eq true',
    'not (userName eq "a")',
    'userName eq "a" or id eq "b"',
    'userName eq "a" and',
    'userName eq "a" id eq "b"',
    'userName eq "a" andid eq "b"',
    'userName eq "\\x"',
    'userName eq "\\u0000"',
    'emails[type eq "work"].value eq "a"',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:userName eq "a"',
    'constructor eq "a"',
    Array.from({ length: 11 }, () => 'id eq "a"').join(' and '),
  ])('SCIM-07 refuses %s', (filter) => {
    expect(() => parseUserFilter(filter)).toThrow(expect.objectContaining(REFUSAL));
  });

  it('groups have no userName', () => {
    expect(parseGroupFilter('displayName eq "Sales"')).toEqual([
      { attribute: 'displayName', value: 'Sales' },
    ]);
    expect(() => parseGroupFilter('userName eq "a"')).toThrow(expect.objectContaining(REFUSAL));
  });

  it('any text is read or refused', () => {
    const piece = fc.constantFrom('userName', ' ', 'eq', '"', 'and', '\\', '(', 'id', '.', '[', 'true');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (filter) => {
          try {
            parseUserFilter(filter);
          } catch (error) {
            expect(error).toBeInstanceOf(ApiError);
          }
        },
      ),
    );
  });

  it('any value comes back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        expect(parseUserFilter(`userName eq ${JSON.stringify(value)}`)).toEqual([
          { attribute: 'userName', value },
        ]);
      }),
    );
  });
});
