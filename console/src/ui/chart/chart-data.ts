/** A bar: some time from its start to before its end. */
export interface ChartBucket {
  readonly startMs: number;
  readonly endMs: number;
  /** In full, for the tooltip and the table. */
  readonly label: string;
  /** Short, for the axis. */
  readonly tick: string;
}

export interface ChartSeries {
  readonly id: string;
  readonly label: string;
  /** Decimal text, one for each bucket, none below zero: a number could not hold every amount. */
  readonly amounts: readonly string[];
  /** What it was in the period before, where the chart is compared with that. */
  readonly before?: string;
}

/** How amounts are written. */
export interface ChartUnit {
  readonly exact: (amount: string) => string;
  /** Where there is less room. */
  readonly short: (amount: string) => string;
  /** On the axis, whose ticks are this step apart. */
  readonly tick: (value: number, step: number) => string;
  /** There is nothing between one and two. */
  readonly isWhole: boolean;
}

/** A series that is not switched off. It keeps its colour, which is that of its place among all. */
export interface ShownSeries extends ChartSeries {
  readonly place: number;
}

export function shownSeries(
  series: readonly ChartSeries[],
  hidden: ReadonlySet<string>,
): readonly ShownSeries[] {
  return series.map((one, place) => ({ ...one, place })).filter(({ id }) => !hidden.has(id));
}
