import { expect, it } from 'vitest';
import { repeatedHeader } from './repeated-header.ts';

it.each([
  [['Host', 'a'], undefined],
  [['Host', 'a', 'Origin', 'b', 'Content-Type', 'c'], undefined],
  [['Host', 'a', 'HOST', 'a'], 'Host'],
  [['Origin', 'a', 'X', 'y', 'origin', 'b'], 'Origin'],
  [['Content-Type', 'a', 'content-type', 'b', 'Host', 'a', 'Host', 'b'], 'Content-Type'],
  // Names as long as one of these, and values that are one.
  [['Date', 'a', 'Date', 'b', 'Accept', 'c', 'Accept', 'd'], undefined],
  [['X-A', 'Host', 'X-B', 'Host'], undefined],
])('finds in %j what occurs twice and may not: %s', (headers, found) => {
  expect(repeatedHeader(headers)).toBe(found);
});
