import { describe, expect, it } from 'vitest';
import { joinIds, splitIds } from './id-ranges.ts';

const ORDER = ['AA-01', 'AA-02', 'AA-03', 'AA-04', 'BB-01', 'BB-02', 'BB-03'];

describe('ids in ranges', () => {
  it.each([
    [['AA-01', 'AA-02', 'AA-03'], 'AA-01 to AA-03'],
    [['AA-01', 'AA-02', 'AA-04'], 'AA-01, AA-02, AA-04'],
    [['BB-02', 'AA-04', 'BB-01', 'BB-03'], 'AA-04, BB-01 to BB-03'],
    [[], ''],
  ])('join %j', (ids, text) => {
    expect(joinIds(ids, ORDER)).toBe(text);
    expect(splitIds(text, ORDER).toSorted()).toEqual(ids.toSorted());
  });

  it('keep what does not exist, so that it can be told', () => {
    expect(splitIds('AA-02 to AA-09, CC-01', ORDER)).toEqual(['AA-02', 'AA-09', 'CC-01']);
  });
});
