import { useId } from 'react';
import { uiStrings } from '../../strings/ui.ts';
import { sumUsd } from '../../api/sum-usd.ts';
import type { ChartBucket, ChartUnit, ShownSeries } from './chart-data.ts';
import { CHART_HEIGHT_PX, ChartDrawing, layOutChart } from './chart-drawing.tsx';
import { ChartTooltip } from './chart-tooltip.tsx';
import { useActiveBar } from './use-active-bar.ts';
import { useForcedColors } from './use-forced-colors.ts';
import { useWidth } from './use-width.ts';

const { chart: words } = uiStrings;

interface ChartPlotProps {
  readonly title: string;
  readonly buckets: readonly ChartBucket[];
  readonly shown: readonly ShownSeries[];
  readonly unit: ChartUnit;
}

/**
 * To those who do not see it a slider over the bars, which says each with all its values: a picture would be one sentence, and
 * a button for each bar hundreds of stops.
 */
export function ChartPlot({ title, buckets, shown, unit }: ChartPlotProps) {
  const [element, width] = useWidth<HTMLDivElement>();
  const scope = useId();
  const isForced = useForcedColors();
  const layout = layOutChart(buckets, shown, unit, width);
  const { active, listeners } = useActiveBar(layout.bars);
  const described = active ?? buckets.length - 1;
  return (
    <div ref={element} className="relative min-w-0">
      <div
        role="slider"
        tabIndex={0}
        aria-roledescription={words.kind}
        aria-label={title}
        aria-valuemin={1}
        aria-valuemax={buckets.length}
        aria-valuenow={described + 1}
        aria-valuetext={spoken(buckets[described], shown, amountsAt(shown, described), unit)}
        {...listeners}
        className="rounded-md"
        style={{ height: CHART_HEIGHT_PX }}
      >
        {width > 0 && (
          <ChartDrawing
            layout={layout}
            buckets={buckets}
            unit={unit}
            active={active}
            scope={isForced ? scope : undefined}
          />
        )}
      </div>
      {shown.length === 0 && (
        <p className="pointer-events-none absolute inset-0 flex items-center justify-center text-quiet">
          {words.allHidden}
        </p>
      )}
      {active !== undefined && (
        <ChartTooltip
          bucket={buckets[active]!}
          shown={shown}
          amounts={amountsAt(shown, active)}
          unit={unit}
          bar={layout.bars[active]!}
          roomPx={width}
        />
      )}
    </div>
  );
}

function amountsAt(shown: readonly ShownSeries[], bucket: number): readonly string[] {
  return shown.map(({ amounts }) => amounts[bucket] ?? '0');
}

function spoken(
  bucket: ChartBucket | undefined,
  shown: readonly ShownSeries[],
  amounts: readonly string[],
  unit: ChartUnit,
): string {
  const parts = shown.map(({ label }, place) => `${label} ${unit.exact(amounts[place]!)}`);
  return words.bar(bucket?.label ?? '', unit.exact(sumUsd(amounts)), parts);
}
