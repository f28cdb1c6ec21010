import { expect, it } from 'vitest';
import { remainingJsonValues } from './remaining-json-values.ts';

it.each([
  [null, 0],
  ['text', 0],
  [{}, 0],
  [{ a: 1 }, 1],
  [[1, [2, null]], 4],
  [{ a: { b: [] }, c: 'text' }, 3],
])('counts the values in %j: %d', (value, count) => {
  expect(remainingJsonValues(value, 10)).toBe(10 - count);
  expect(remainingJsonValues(value, count)).toBe(0);
  if (count > 0) expect(remainingJsonValues(value, count - 1)).toBe(-1);
});

it('stops behind the first value that is too many', () => {
  expect(remainingJsonValues([[1], [2], [3]], 0)).toBe(-2);
});
