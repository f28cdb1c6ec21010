import { describe, expect, it } from 'vitest';
import type { EndedLine } from './ended-line.ts';
import { nextGroup } from './next-group.ts';

const ended = (batch: string, line: number, characters = 10): EndedLine =>
  ({
    line: { batch: { row: { id: batch } }, line },
    response: 'x'.repeat(characters),
  }) as unknown as EndedLine;
const numbers = (group: readonly EndedLine[]): number[] => group.map(({ line }) => line.line);

describe('the next group of results to commit', () => {
  it('has lines of the first batch only, a hundred at most', () => {
    expect(numbers(nextGroup([ended('a', 1), ended('b', 2), ended('a', 3)]))).toEqual([1, 3]);
    expect(nextGroup(Array.from({ length: 150 }, (_, i) => ended('a', i)))).toHaveLength(100);
  });

  it('has a megabyte of answers at most, and one line whatever its answer', () => {
    const long = Array.from({ length: 10 }, (_, i) => ended('a', i, 400_000));
    expect(numbers(nextGroup(long))).toEqual([0, 1]);
    expect(numbers(nextGroup([ended('a', 0, 5_000_000), ended('a', 1)]))).toEqual([0]);
  });
});
