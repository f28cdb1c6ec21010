import { nearestRank } from '../load/samples.ts';

/** Processor time per answer, one figure for each turn. */
export interface TurnSeries {
  readonly name: string;
  readonly microseconds: number[];
}

const QUARTILES = [0.25, 0.5] as const;

/** A table of the first quartile and the median, each beside the first series'. */
export function turnsPage(series: readonly TurnSeries[]): string {
  const rows = series.map(({ name, microseconds }) => {
    const cells = QUARTILES.map((quantile) => {
      const own = at(microseconds, quantile);
      return `${own.toFixed(1)} | ${(at(series[0]!.microseconds, quantile) / own).toFixed(2)}`;
    });
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  const { name: first, microseconds } = series[0]!;
  return [
    `Processor time per answer, all threads, ${microseconds.length} turns each`,
    '',
    `| | µs, first quartile | ${first} / this | µs, median | ${first} / this |`,
    '| --- | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}

function at(values: readonly number[], quantile: number): number {
  return nearestRank(
    values.toSorted((a, b) => a - b),
    quantile,
  );
}
