import { describe, expect, it } from 'vitest';
import { day, flag, nameIn, oneOf, searchParser, sortBy, text, textThat } from './search-parser.ts';

const parse = searchParser({
  q: text,
  from: day,
  tab: oneOf(['members', 'invites']),
  status: nameIn({ active: 'Active', revoked: 'Revoked' }),
  sort: sortBy(['name', 'created_at']),
  archived: flag,
  code: textThat((value) => /^\d+$/.test(value)),
});

describe('the parameters of an address', () => {
  it('are those that the page knows, with values that make sense', () => {
    const search = {
      q: 'two words',
      from: '2026-02-28',
      tab: 'invites',
      status: 'revoked',
      sort: '-created_at',
      archived: true,
      code: '42',
    };
    expect(parse(search)).toEqual(search);
    expect(parse({ ...search, tab: 'groups', other: 'x' })).toEqual({ ...search, tab: undefined });
  });

  it('are left out when they are empty or make no sense', () => {
    const nonsense = {
      q: ' ',
      from: '2026-02-30',
      tab: ['members'],
      status: 'toString',
      sort: '--name',
      archived: 'true',
      code: 'x',
    };
    expect(Object.keys(parse(nonsense))).toEqual([]);
    expect(Object.keys(parse({ q: null, from: '1026-02-28', tab: 1, archived: false }))).toEqual([]);
  });

  it('are texts also where the router has read a number, and without what surrounds them', () => {
    expect(parse({ q: 429, code: 7 })).toEqual({ q: '429', code: '7' });
    expect(parse({ q: ' word ' })).toEqual({ q: 'word' });
  });
});
