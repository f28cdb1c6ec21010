import { useLayoutEffect, useRef } from 'react';
import { uiStrings } from '../../strings/ui.ts';
import { sumUsd } from '../../api/sum-usd.ts';
import type { ChartBucket, ChartUnit, ShownSeries } from './chart-data.ts';
import { Swatch } from './chart-legend.tsx';
import { CHART_HEIGHT_PX } from './chart-drawing.tsx';
import type { Bar } from './stack-bars.ts';

const { chart: words } = uiStrings;
const GAP_PX = 8;

interface ChartTooltipProps {
  readonly bucket: ChartBucket;
  readonly shown: readonly ShownSeries[];
  /** Of this bucket, in the order of the series. */
  readonly amounts: readonly string[];
  readonly unit: ChartUnit;
  readonly bar: Bar;
  /** The width it may stand in. */
  readonly roomPx: number;
}

/** All values of a bar, the upper ones above, beside it and never over it. */
export function ChartTooltip({ bucket, shown, amounts, unit, bar, roomPx }: ChartTooltipProps) {
  const element = useRef<HTMLDivElement>(null);
  const { slotX, slotWidth } = bar;
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const { left, top } = placeOf(slotX, slotWidth, current.offsetWidth, roomPx);
    Object.assign(current.style, { left: `${left}px`, top: `${top}px` });
  });
  return (
    <div
      ref={element}
      role="tooltip"
      className="pointer-events-none absolute z-20 w-max max-w-full rounded-lg border border-line bg-raised px-3 py-2 text-[13px] shadow-raised"
    >
      <p className="font-medium">{bucket.label}</p>
      <dl className="mt-1 flex flex-col gap-0.5">
        {shown
          .map(({ id, label, place }, position) => (
            <div key={id} className="flex items-center gap-2">
              <Swatch place={place} />
              <dt className="min-w-0 max-w-56 truncate text-quiet">{label}</dt>
              <dd className="ml-auto pl-3 tabular-nums">{unit.exact(amounts[position]!)}</dd>
            </div>
          ))
          .toReversed()}
        {shown.length !== 1 && (
          <div className="mt-1 flex gap-2 border-t border-line pt-1 font-medium">
            <dt>{words.total}</dt>
            <dd className="ml-auto pl-3 tabular-nums">{unit.exact(sumUsd(amounts))}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

/** Where the bars leave no room beside them it stands below: what is pointed at must be seen. */
function placeOf(slotX: number, slotWidth: number, ownPx: number, roomPx: number) {
  const right = slotX + slotWidth + GAP_PX;
  if (right + ownPx <= roomPx) return { left: right, top: 0 };
  const left = slotX - GAP_PX - ownPx;
  if (left >= 0) return { left, top: 0 };
  const middle = slotX + slotWidth / 2 - ownPx / 2;
  return { left: Math.max(0, Math.min(roomPx - ownPx, middle)), top: CHART_HEIGHT_PX };
}
