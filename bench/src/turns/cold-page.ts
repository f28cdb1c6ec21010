import { nearestRank } from '../load/samples.ts';

/** From how many answers to how many a cost is measured. V8 is done with the service after some 30,000. */
export const STEPS = [
  [0, 1000],
  [1000, 2000],
  [2000, 3000],
  [3000, 5000],
  [5000, 10_000],
  [10_000, 20_000],
  [20_000, 35_000],
  [35_000, 45_000],
] as const;

export interface ColdSeries {
  readonly name: string;
  /** Processor time per answer by step, for each start. */
  readonly microseconds: (readonly number[])[];
}

/** A table of the medians over all starts, each beside the last step, when the process is warm. */
export function coldPage(series: readonly ColdSeries[]): string {
  const heads = series.map(({ name }) => `${name}, µs | of warm`);
  const rows = STEPS.map(([from, to], step) => {
    const cells = series.map((one) => {
      const own = medianOf(one, step);
      return `${own.toFixed(1)} | ${(own / medianOf(one, STEPS.length - 1)).toFixed(2)}`;
    });
    return `| ${from.toLocaleString('en')} to ${to.toLocaleString('en')} | ${cells.join(' | ')} |`;
  });
  return [
    `Processor time per answer of a fresh process, all threads, medians of ${series[0]!.microseconds.length} starts`,
    '',
    `| Answers | ${heads.join(' | ')} |`,
    `| --- |${' ---: | ---: |'.repeat(series.length)}`,
    ...rows,
  ].join('\n');
}

function medianOf({ microseconds }: ColdSeries, step: number): number {
  return nearestRank(
    microseconds.map((ofStart) => ofStart[step]!).toSorted((a, b) => a - b),
    0.5,
  );
}
