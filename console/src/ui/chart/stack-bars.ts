import type { ShownSeries } from './chart-data.ts';

/** Where bars are drawn, in pixels. */
export interface PlotArea {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What one series adds to a bar. */
export interface BarSegment {
  readonly id: string;
  readonly place: number;
  readonly y: number;
  readonly height: number;
}

export interface Bar {
  readonly x: number;
  readonly width: number;
  /** The share of the plot that belongs to it: pointing there points at it. */
  readonly slotX: number;
  readonly slotWidth: number;
  /** From below to above. What is nothing is absent. */
  readonly segments: readonly BarSegment[];
}

const BAR_SHARE = 0.72;
const WIDEST_PX = 44;

/** Bars of what is shown and nothing else, each series on top of those before it. `top`: the value at the upper edge. */
export function stackBars(
  shown: readonly ShownSeries[],
  buckets: number,
  { left, top: upperEdge, width, height }: PlotArea,
  top: number,
): readonly Bar[] {
  const slotWidth = width / buckets;
  const barWidth = Math.min(WIDEST_PX, slotWidth * BAR_SHARE);
  return Array.from({ length: buckets }, (_, bucket) => {
    const slotX = left + bucket * slotWidth;
    let bottom = upperEdge + height;
    const segments = shown.flatMap(({ id, place, amounts }) => {
      const tall = (Number(amounts[bucket] ?? 0) / top) * height;
      if (tall === 0) return [];
      bottom -= tall;
      return [{ id, place, y: bottom, height: tall }];
    });
    return { x: slotX + (slotWidth - barWidth) / 2, width: barWidth, slotX, slotWidth, segments };
  });
}

/** What the highest bar reaches. */
export function highestBar(shown: readonly ShownSeries[], buckets: number): number {
  const sums = Array.from({ length: buckets }, (_, bucket) =>
    shown.reduce((sum, { amounts }) => sum + Number(amounts[bucket] ?? 0), 0),
  );
  return Math.max(0, ...sums);
}
