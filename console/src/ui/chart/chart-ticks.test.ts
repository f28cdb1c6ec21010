import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketTicks, CHARACTER_PX } from './bucket-ticks.ts';
import { counts, dollars } from './chart-unit.ts';
import { valueTicks } from './value-ticks.ts';

const labelsOf = (highest: number, unit = dollars) => {
  const { step, values } = valueTicks(highest, 5, unit.isWhole);
  return values.map((value) => unit.tick(value, step));
};

describe('ticks of values', () => {
  it('have the decimals of the step', () => {
    expect(labelsOf(0.125)).toEqual(['$0.00', '$0.05', '$0.10', '$0.15']);
    expect(labelsOf(0.00234)).toEqual(['$0.0000', '$0.0005', '$0.0010', '$0.0015', '$0.0020', '$0.0025']);
    expect(labelsOf(2.2)).toEqual(['$0.00', '$0.50', '$1.00', '$1.50', '$2.00', '$2.50']);
    expect(labelsOf(48)).toEqual(['$0', '$10', '$20', '$30', '$40', '$50']);
    expect(labelsOf(2400)).toEqual(['$0', '$500', '$1K', '$1.5K', '$2K', '$2.5K']);
    expect(labelsOf(1_040_000, counts)).toEqual(['0', '500K', '1M', '1.5M']);
  });

  it('are whole where there is nothing between one and two', () => {
    expect(labelsOf(3, counts)).toEqual(['0', '1', '2', '3']);
    expect(labelsOf(1, counts)).toEqual(['0', '1']);
  });

  it('are there for nothing at all', () => expect(labelsOf(0, counts)).toEqual(['0', '1']));

  it('reach the highest value by few equal steps, each with a label of its own', () => {
    const highest = fc.oneof(
      fc.double({ min: 1e-9, max: 1e12, noNaN: true }),
      fc.integer({ min: 1, max: 10_000 }),
    );
    fc.assert(
      fc.property(highest, fc.constantFrom(counts, dollars), (value, unit) => {
        const { step, values } = valueTicks(value, 5, unit.isWhole);
        expect(values.at(-1)).toBeGreaterThanOrEqual(value * (1 - 1e-9));
        expect(values.at(-1)! - step).toBeLessThanOrEqual(value);
        expect(values.length).toBeLessThanOrEqual(6);
        const labels = values.map((one) => unit.tick(one, step));
        expect(new Set(labels).size).toBe(labels.length);
      }),
    );
  });
});

describe('ticks of times', () => {
  it('are at equal distances from the first, as many as fit', () => {
    const days = Array.from({ length: 30 }, (_, day) => `${day + 1} Nov`);
    expect(bucketTicks(days, 100, 0)).toHaveLength(30);
    expect(bucketTicks(days, 20, 0)).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27]);
  });

  it('are unique, do not touch and are not cut off', () => {
    const labels = fc.array(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 400 });
    fc.assert(
      fc.property(labels, fc.integer({ min: 1, max: 80 }), (names, slotPx) => {
        const ticks = bucketTicks(names, slotPx, 4);
        expect(ticks[0]).toBe(0);
        expect(new Set(ticks.map((tick) => names[tick])).size).toBe(ticks.length);
        const halfPx = (tick: number) => (names[tick]!.length * CHARACTER_PX) / 2;
        ticks.slice(1).forEach((tick, place) => {
          const before = ticks[place]!;
          expect((tick - before) * slotPx).toBeGreaterThan(halfPx(tick) + halfPx(before));
          expect((tick + 0.5) * slotPx + halfPx(tick)).toBeLessThanOrEqual(names.length * slotPx + 4);
        });
      }),
    );
  });
});
