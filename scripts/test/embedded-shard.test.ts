import { describe, expect, it } from 'vitest';
import { embeddedShard } from './embedded-shard.ts';

describe('the part of the suites that runs on both databases', () => {
  it('is the one that is asked for', () => {
    expect(embeddedShard({ TEST_SHARD: '2/3' }, () => 'tree')).toBe('2/3');
  });

  it("is the commit's own, and each of three comes up", () => {
    const shards = Array.from({ length: 50 }, (_, i) => embeddedShard({}, () => `tree ${i}`));
    expect([...new Set(shards)].toSorted()).toEqual(['1/3', '2/3', '3/3']);
    expect(embeddedShard({}, () => 'tree 1')).toBe(shards[1]);
  });
});
