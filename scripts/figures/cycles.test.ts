import { describe, expect, it } from 'vitest';
import { cyclesOf } from './cycles.ts';

const edges = (text: string) => text.split(' ').map((pair) => ({ from: pair[0] ?? '', to: pair[1] ?? '' }));

describe('cycles', () => {
  it.each([
    ['ab bc ac', []],
    ['ab ba', [['a', 'b']]],
    ['aa', []],
    [
      'ab ba cd dc ca',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'ab bc ca cd de ed',
      [
        ['d', 'e'],
        ['a', 'b', 'c'],
      ],
    ],
    ['ab bc cb ba', [['a', 'b', 'c']]],
  ])('of %s', (text, expected) => {
    expect(cyclesOf(edges(text))).toEqual(expected);
  });
});
