import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownSeries, type ChartSeries } from './chart-data.ts';
import { highestBar, stackBars } from './stack-bars.ts';
import { tableRows } from './table-rows.ts';
import { valueTicks } from './value-ticks.ts';

const AREA = { left: 40, top: 10, width: 900, height: 200 };

/** Series of equal length, some of them hidden. */
const charts = fc.integer({ min: 1, max: 60 }).chain((buckets) =>
  fc
    .array(fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: buckets, maxLength: buckets }), {
      minLength: 1,
      maxLength: 8,
    })
    .chain((rows) =>
      fc.record({
        buckets: fc.constant(buckets),
        series: fc.constant(
          rows.map((row, place): ChartSeries => ({
            id: `s${place}`,
            label: `S${place}`,
            amounts: row.map((amount) => (amount / 1000).toFixed(3)),
          })),
        ),
        hidden: fc.subarray(rows.map((_, place) => `s${place}`)).map((ids) => new Set(ids)),
      }),
    ),
);

function layOut({
  buckets,
  series,
  hidden,
}: {
  buckets: number;
  series: ChartSeries[];
  hidden: Set<string>;
}) {
  const shown = shownSeries(series, hidden);
  const top = valueTicks(highestBar(shown, buckets), 5, false).values.at(-1)!;
  return { shown, top, bars: stackBars(shown, buckets, AREA, top) };
}

describe('stackBars', () => {
  it('draws what the table says, whatever is hidden', () => {
    fc.assert(
      fc.property(charts, (chart) => {
        const { shown, top, bars } = layOut(chart);
        const times = Array.from({ length: chart.buckets }, (_, at) => ({
          startMs: at,
          endMs: at + 1,
          label: '',
          tick: '',
        }));
        const rows = tableRows(times, shown).toReversed();
        bars.forEach(({ segments }, bucket) => {
          const drawn = shown.map(
            ({ id }) => ((segments.find((one) => one.id === id)?.height ?? 0) / AREA.height) * top,
          );
          rows[bucket]!.amounts.forEach((amount, place) =>
            expect(drawn[place]).toBeCloseTo(Number(amount), 5),
          );
          const sum = segments.reduce((tall, { height }) => tall + height, 0);
          expect((sum / AREA.height) * top).toBeCloseTo(Number(rows[bucket]!.total), 5);
        });
      }),
    );
  });

  it('puts each series on the one before it, within the plot, and no hidden one', () => {
    fc.assert(
      fc.property(charts, (chart) => {
        const { bars } = layOut(chart);
        for (const { segments, x, width } of bars) {
          let bottom = AREA.top + AREA.height;
          for (const { id, y, height } of segments) {
            expect(chart.hidden.has(id)).toBe(false);
            expect(y + height).toBeCloseTo(bottom, 6);
            bottom = y;
          }
          expect(bottom).toBeGreaterThan(AREA.top - 1e-6);
          expect(x).toBeGreaterThan(AREA.left);
          expect(x + width).toBeLessThan(AREA.left + AREA.width);
        }
      }),
    );
  });

  it('gives every pixel of the plot to the bar that is nearest', () => {
    const { bars } = layOut({ buckets: 7, series: [], hidden: new Set() });
    expect(bars[0]!.slotX).toBe(AREA.left);
    expect(bars.at(-1)!.slotX + bars.at(-1)!.slotWidth).toBeCloseTo(AREA.left + AREA.width, 6);
    expect(bars.every(({ x, width, slotX, slotWidth }) => x > slotX && x + width < slotX + slotWidth)).toBe(
      true,
    );
  });
});
