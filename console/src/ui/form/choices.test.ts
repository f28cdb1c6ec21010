import { describe, expect, it } from 'vitest';
import { labelled, matchingChoices } from './choices.ts';

const ADA = { id: 'user_000001', name: 'Ada Lovelace', more: 'ada@acme.test' };
const DEV = { id: 'user_000002', name: 'Dev Eloper', more: 'dev@acme.test' };
const KEY = { id: 'admkey_000003', name: 'Nightly' };

describe('choices of a filter', () => {
  it.each([
    ['ada', [ADA]],
    ['LOVE', [ADA]],
    ['lace ada', [ADA]],
    ['dev@', [DEV]],
    ['acme', [ADA, DEV]],
    ['night', [KEY]],
    ['', [ADA, DEV, KEY]],
    ['ada eloper', []],
  ])('are found by part of a name or address: %s', (text, found) =>
    expect(matchingChoices([ADA, DEV, KEY], text)).toEqual(found),
  );

  it('are told apart by their address, or the end of their id, where a name is that of several', () => {
    const other = { ...ADA, id: 'user_000004', more: 'countess@acme.test' };
    const names = labelled([ADA, other, DEV, KEY, { ...KEY, id: 'admkey_000005' }]).map(({ name }) => name);
    expect(names).toEqual([
      'Ada Lovelace · ada@acme.test',
      'Ada Lovelace · countess@acme.test',
      'Dev Eloper',
      'Nightly · 000003',
      'Nightly · 000005',
    ]);
  });
});
