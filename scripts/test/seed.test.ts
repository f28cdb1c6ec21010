import { describe, expect, it } from 'vitest';
import { testSeed } from './seed.ts';

const tree = (): string => '4b825dc642cb6eb9a060e54bf8d69288fbee4904\n';

describe('the seed of random examples', () => {
  it('is the one that is asked for', () => {
    expect(testSeed({ CI: 'true', TEST_SEED: '-7' }, tree)).toBe('-7');
  });

  it("is the commit's own in CI: the same every time, another for other files", () => {
    const seed = testSeed({ CI: 'true' }, tree);
    expect(seed).toMatch(/^-?\d+$/);
    expect(testSeed({ CI: 'true' }, tree)).toBe(seed);
    expect(testSeed({ CI: 'true' }, () => 'another')).not.toBe(seed);
    expect(testSeed({ CI: 'true' })).toMatch(/^-?\d+$/);
  });

  it('is another with every run elsewhere', () => {
    expect(testSeed({}, tree)).toBeUndefined();
  });
});
