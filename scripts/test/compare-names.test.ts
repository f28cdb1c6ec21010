import { describe, expect, it } from 'vitest';
import { missingTests } from './compare-names.ts';

describe('missingTests', () => {
  it('names the tests that are gone, and not those that moved', () => {
    const before = [
      { name: 'keys > are listed', file: 'a.test.ts' },
      { name: 'keys > are revoked', file: 'a.test.ts' },
    ];
    const after = [{ name: 'keys > are listed', file: 'b.test.ts' }];
    expect(missingTests(before, after)).toEqual([before[1]]);
  });

  it('counts tests of the same name', () => {
    const twice = [
      { name: 'starts', file: 'a.test.ts' },
      { name: 'starts', file: 'b.test.ts' },
    ];
    expect(missingTests(twice, twice.slice(1))).toEqual([twice[1]]);
    expect(missingTests(twice, twice)).toEqual([]);
  });
});
