import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CodePoint } from '#exchange';
import { countPoint, type SeriesState } from './count-point.ts';

function sum(points: readonly CodePoint[]): number {
  let state: SeriesState | undefined;
  let total = 0;
  for (const point of points) {
    const counted = countPoint(point, state, 0);
    if (!counted) continue;
    total += counted.count;
    ({ state } = counted);
  }
  return total;
}

function pointsOf(values: readonly number[], isCumulative: boolean): CodePoint[] {
  let soFar = 0;
  return values.map((value, index) => ({
    counter: 'commits',
    tool: '',
    value: isCumulative ? (soFar += value) : value,
    isCumulative,
    series: 's',
    startUs: isCumulative ? 1 : index + 1,
    endUs: index + 2,
    param: 'p',
  }));
}

const values = fc.array(fc.nat(1000), { maxLength: 20 });

it('CODE-05 delta points add up in any order, however often each comes', () => {
  fc.assert(
    fc.property(values, fc.infiniteStream(fc.nat(1000)), (counts, picks) => {
      const points = pointsOf(counts, false);
      const again = points.flatMap((point) => [point, points[picks.next().value % points.length]!]);
      const mixed = again
        .map((point) => ({ point, place: picks.next().value }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ point }) => point);
      expect(sum(mixed)).toBe(counts.reduce((all, one) => all + one, 0));
    }),
  );
});

it('CODE-05 cumulative points come to the last one, whichever are missing or come again', () => {
  fc.assert(
    fc.property(values, fc.infiniteStream(fc.nat(1000)), (counts, picks) => {
      const points = pointsOf(counts, true);
      const mixed = points.flatMap((point, index) => [
        points[picks.next().value % (index + 1)]!,
        ...(picks.next().value % 3 === 0 ? [] : [point]),
      ]);
      expect(sum([...mixed, ...points.slice(-1)])).toBe(counts.reduce((all, one) => all + one, 0));
    }),
  );
});

it('CODE-05 remembers half an hour of points, and counts none that may have been counted', () => {
  const points = pointsOf(Array(40).fill(1), false);
  expect(sum([...points, ...points])).toBe(40);
});
