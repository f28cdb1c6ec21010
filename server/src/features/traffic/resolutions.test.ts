import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit';
import { spanOf } from './resolutions.ts';

const NOW_MS = 1000 * DAY_MS;

it.each([
  ['1h', MINUTE_MS, 60],
  ['6h', 5 * MINUTE_MS, 72],
  ['1d', 15 * MINUTE_MS, 96],
  ['7d', 2 * HOUR_MS, 84],
  ['30d', 6 * HOUR_MS, 120],
  ['90d', DAY_MS, 90],
] as const)('a span of %s that ends now has points of %d ms, %d of them', (span, pointMs, points) => {
  expect(spanOf(span, NOW_MS, NOW_MS)).toEqual({
    pointMs,
    startMs: NOW_MS - points * pointMs,
    endMs: NOW_MS,
  });
});

it.each([
  [11 * HOUR_MS, MINUTE_MS],
  [11 * HOUR_MS + 1, 5 * MINUTE_MS],
  [2 * DAY_MS - HOUR_MS, 5 * MINUTE_MS],
  [2 * DAY_MS, 15 * MINUTE_MS],
  [8 * DAY_MS, 2 * HOUR_MS],
  [32 * DAY_MS, 6 * HOUR_MS],
  [92 * DAY_MS, DAY_MS],
])('an hour that ended %d ms ago has the finest points that are kept, of %d ms', (agoMs, pointMs) => {
  expect(spanOf('1h', NOW_MS - agoMs, NOW_MS).pointMs).toBe(pointMs);
});

it('has whole points', () => {
  expect(spanOf('1h', NOW_MS + 1, NOW_MS + 1)).toEqual({
    pointMs: MINUTE_MS,
    startMs: NOW_MS - 59 * MINUTE_MS,
    endMs: NOW_MS + MINUTE_MS,
  });
});
