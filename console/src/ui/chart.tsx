import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet exports nothing
import 'uplot/dist/uPlot.min.css';
import { uiStrings } from '../strings/ui.ts';
import { formatDay, formatDayShort } from './text/format.ts';
import { useIsDark } from './theme.ts';

export interface ChartSeries {
  readonly label: string;
  /** One number a day, in the order of `daysMs`. */
  readonly values: readonly number[];
  /** The exact amount of a day, which a number may not hold. */
  readonly textOf: (day: number) => string;
}

interface ChartProps {
  /** What it shows, for those who do not see it. The exact numbers belong in a table beside it. */
  readonly label: string;
  /** Beginnings of days of UTC, milliseconds since 1970, rising. */
  readonly daysMs: readonly number[];
  /** Stacked in this order. */
  readonly series: readonly ChartSeries[];
  /** Of the axis, where there is less room. */
  readonly formatShort: (value: number) => string;
}

const HEIGHT_PX = 260;
const AXIS_PX = 64;
const COLOURS = 7;

/** Bars of days, stacked by series; the numbers of a day stand below while it is pointed at. */
export function Chart({ label, daysMs, series, formatShort }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const isDark = useIsDark();
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const options = chartOptions(element, series, formatShort);
    const chart = new uPlot(options, stack(daysMs, series), element);
    const watcher = new ResizeObserver(() => {
      // It also tells the width the chart was made with, which would draw everything twice.
      if (chart.width !== element.clientWidth)
        chart.setSize({ width: element.clientWidth, height: HEIGHT_PX });
    });
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      chart.destroy();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- colours are read from the theme
  }, [daysMs, series, formatShort, isDark]);
  return <div ref={place} role="img" aria-label={label} className="min-w-0 overflow-hidden" />;
}

/** Each series on top of those before it, the tallest first, so that the lower ones are drawn over it. */
function stack(daysMs: readonly number[], series: readonly ChartSeries[]): uPlot.AlignedData {
  const sums = daysMs.map(() => 0);
  const stacked = series.map(({ values }) =>
    values.map((value, day) => (sums[day] = (sums[day] ?? 0) + value)),
  );
  return [daysMs.map((ms) => ms / 1000), ...stacked.toReversed()];
}

function chartOptions(
  element: HTMLElement,
  series: readonly ChartSeries[],
  formatShort: ChartProps['formatShort'],
): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => resolveColour(element, style.getPropertyValue(`--color-${name}`));
  const axis = {
    stroke: colour('quiet'),
    grid: { stroke: colour('line'), width: 1 },
    ticks: { show: false },
  };
  const bars = uPlot.paths.bars?.({ size: [0.7, 40] });
  const shown = series.map((one, position) => ({
    label: one.label,
    fill: colour(`series-${(position % COLOURS) + 1}`),
    value: (_chart: uPlot, _stacked: number, _series: number, day: number | null) =>
      day === null ? '–' : one.textOf(day),
    points: { show: false },
    ...(bars ? { paths: bars } : {}),
  }));
  return {
    width: element.clientWidth,
    height: HEIGHT_PX,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { y: false, drag: { x: false } },
    scales: { y: { range: (_chart, _low, high) => [0, high > 0 ? high * 1.05 : 1] } },
    axes: [
      { ...axis, values: (_chart, ticks) => ticks.map((seconds) => formatDayShort(seconds * 1000)) },
      { ...axis, size: AXIS_PX, values: (_chart, ticks) => ticks.map(formatShort) },
    ],
    series: [
      {
        label: uiStrings.day,
        value: (_chart, seconds) => (seconds === null ? '–' : formatDay(seconds * 1000)),
      },
      ...shown.toReversed(),
    ],
  };
}

/** A canvas does not know `light-dark()`: an element's own colour does. */
function resolveColour(element: HTMLElement, value: string): string {
  const before = element.style.color;
  element.style.color = value;
  const resolved = getComputedStyle(element).color;
  element.style.color = before;
  return resolved;
}
