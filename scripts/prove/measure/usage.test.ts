import { expect, it } from 'vitest';
import { compareUsage } from './usage.ts';

it('tells finished calls without a record, and calls with two, from records of calls that were cut', () => {
  expect(compareUsage(['a', 'b', 'c'], ['a', 'b', 'b', 'cut'])).toEqual({
    records: 4,
    matched: 2,
    extra: 1,
    missing: ['c'],
    repeated: ['b'],
  });
  expect(compareUsage(['a'], ['a'])).toEqual({ records: 1, matched: 1, extra: 0, missing: [], repeated: [] });
});
