import { bucketTicks, CHARACTER_PX } from './bucket-ticks.ts';
import type { ChartBucket, ChartUnit, ShownSeries } from './chart-data.ts';
import { seriesPaint, SeriesPatterns } from './series-paint.tsx';
import { highestBar, stackBars, type Bar, type PlotArea } from './stack-bars.ts';
import { valueTicks, type ValueTicks } from './value-ticks.ts';

export const CHART_HEIGHT_PX = 260;
const TOP_PX = 10;
const BOTTOM_PX = 28;
const RIGHT_PX = 6;
/** Between the labels of values and what is on either side of them. */
const GAP_PX = 8;
const MAX_STEPS = 5;

export interface ChartLayout {
  readonly area: PlotArea;
  readonly bars: readonly Bar[];
  readonly ticks: ValueTicks;
}

/** Where everything is in a drawing of this width. */
export function layOutChart(
  buckets: readonly ChartBucket[],
  shown: readonly ShownSeries[],
  unit: ChartUnit,
  widthPx: number,
): ChartLayout {
  const ticks = valueTicks(highestBar(shown, buckets.length), MAX_STEPS, unit.isWhole);
  const longest = Math.max(...ticks.values.map((value) => unit.tick(value, ticks.step).length));
  const left = Math.ceil(longest * CHARACTER_PX) + 2 * GAP_PX;
  const area = {
    left,
    top: TOP_PX,
    width: Math.max(0, widthPx - left - RIGHT_PX),
    height: CHART_HEIGHT_PX - TOP_PX - BOTTOM_PX,
  };
  return { area, ticks, bars: stackBars(shown, buckets.length, area, ticks.values.at(-1)!) };
}

interface ChartDrawingProps {
  readonly layout: ChartLayout;
  readonly buckets: readonly ChartBucket[];
  readonly unit: ChartUnit;
  readonly active: number | undefined;
  /** Of the patterns that stand in for colours. */
  readonly scope: string | undefined;
}

export function ChartDrawing({ layout, buckets, unit, active, scope }: ChartDrawingProps) {
  const { area, bars } = layout;
  const pointedAt = active === undefined ? undefined : bars[active];
  return (
    <svg aria-hidden width={area.left + area.width + RIGHT_PX} height={CHART_HEIGHT_PX} className="block">
      {scope !== undefined && <SeriesPatterns scope={scope} />}
      {pointedAt && (
        <rect
          x={pointedAt.slotX}
          y={area.top}
          width={pointedAt.slotWidth}
          height={area.height}
          className="fill-hover forced-colors:fill-none forced-colors:stroke-[Highlight]"
        />
      )}
      <ValueAxis layout={layout} unit={unit} />
      {bars.map(({ x, width, segments }, bucket) => (
        <g key={buckets[bucket]!.startMs} data-bucket={bucket}>
          {segments.map(({ id, place, y, height }) => (
            <rect
              key={id}
              data-series={id}
              x={x}
              y={y}
              width={width}
              height={height}
              {...seriesPaint(place, scope)}
            />
          ))}
        </g>
      ))}
      <BucketAxis layout={layout} buckets={buckets} />
    </svg>
  );
}

const AXIS_TEXT = 'fill-quiet text-[11px] tabular-nums forced-colors:fill-[CanvasText]';

function ValueAxis({ layout: { area, ticks }, unit }: Pick<ChartDrawingProps, 'layout' | 'unit'>) {
  const top = ticks.values.at(-1)!;
  return (
    <g data-axis="value">
      {ticks.values.map((value) => {
        const y = area.top + area.height * (1 - value / top);
        return (
          <g key={value}>
            <line
              x1={area.left}
              x2={area.left + area.width}
              y1={y}
              y2={y}
              className="stroke-line forced-colors:stroke-[GrayText]"
            />
            <text x={area.left - GAP_PX} y={y} dy="0.32em" textAnchor="end" className={AXIS_TEXT}>
              {unit.tick(value, ticks.step)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function BucketAxis({ layout: { area, bars }, buckets }: Pick<ChartDrawingProps, 'layout' | 'buckets'>) {
  const labels = buckets.map(({ tick }) => tick);
  const shown = bucketTicks(labels, area.width / buckets.length, RIGHT_PX);
  return (
    <g data-axis="time">
      {shown.map((bucket) => {
        const { slotX, slotWidth } = bars[bucket]!;
        return (
          <text
            key={labels[bucket]}
            x={slotX + slotWidth / 2}
            y={CHART_HEIGHT_PX - 8}
            textAnchor="middle"
            className={AXIS_TEXT}
          >
            {labels[bucket]}
          </text>
        );
      })}
    </g>
  );
}
