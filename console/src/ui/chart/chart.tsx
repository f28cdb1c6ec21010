import { ChartColumn, Table } from 'lucide-react';
import { lazy, Suspense, useId, useMemo, useState } from 'react';
import { uiStrings } from '../../strings/ui.ts';
import { Button } from '../button.tsx';
import { SkeletonLines } from '../skeleton.tsx';
import { shownSeries, type ChartBucket, type ChartSeries, type ChartUnit } from './chart-data.ts';
import { ChartHeadline } from './chart-headline.tsx';
import { ChartLegend } from './chart-legend.tsx';
import { ChartPlot } from './chart-plot.tsx';
import { totalOf } from './table-rows.ts';

const { chart: words } = uiStrings;

/** Tables weigh more than charts, and the first page has charts. */
const ChartTable = lazy(async () => ({ default: (await import('./chart-table.tsx')).ChartTable }));

interface ChartProps {
  /** What it shows: "Cost per day by model". */
  readonly title: string;
  readonly buckets: readonly ChartBucket[];
  /** Stacked in this order. One alone needs no legend, unless it was hidden while there were others. */
  readonly series: readonly ChartSeries[];
  readonly unit: ChartUnit;
  /** What `before` of the series was: "the 30 days before". Absent: nothing is compared. */
  readonly comparedWith?: string | undefined;
  /** In place of what all bars add up to, where adding them up says nothing. */
  readonly headline?: string;
  /** Said in place of bars where there are none. */
  readonly nothing?: string;
}

/**
 * Bars of times, stacked by series, each of which can be switched off. The total, the bars, the tooltip and the table always tell of
 * the same series: those that are on.
 */
export function Chart({
  title,
  buckets,
  series,
  unit,
  comparedWith,
  headline,
  nothing = words.nothing,
}: ChartProps) {
  const titleId = useId();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [isTable, setIsTable] = useState(false);
  const shown = useMemo(() => shownSeries(series, hidden), [series, hidden]);
  const isPart = shown.length < series.length;
  const isEmpty = series.every((one) => Number(totalOf(one)) === 0);
  return (
    <div role="group" aria-labelledby={titleId} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-40">
          <h2 id={titleId} className="text-[15px] font-semibold">
            {title}
          </h2>
          {headline === undefined ? (
            <ChartHeadline shown={shown} isPart={isPart} unit={unit} comparedWith={comparedWith} />
          ) : (
            <p className="mt-1 text-[13px] text-quiet tabular-nums">{headline}</p>
          )}
        </div>
        <Button icon={isTable ? ChartColumn : Table} onClick={() => setIsTable(!isTable)}>
          {isTable ? words.asChart : words.asTable}
        </Button>
      </div>
      {isTable && (
        <Suspense fallback={<SkeletonLines />}>
          <ChartTable title={title} buckets={buckets} shown={shown} unit={unit} />
        </Suspense>
      )}
      {!isTable && isEmpty && <p className="py-8 text-center text-quiet">{nothing}</p>}
      {!isTable && !isEmpty && <ChartPlot title={title} buckets={buckets} shown={shown} unit={unit} />}
      {(series.length > 1 || isPart) && (
        <ChartLegend series={series} hidden={hidden} unit={unit} onChange={setHidden} />
      )}
    </div>
  );
}
