import { uiStrings } from '../../strings/ui.ts';
import { formatPercent } from '../text/format.ts';
import { sumUsd } from '../../api/sum-usd.ts';
import { changeOf } from './change-of.ts';
import type { ChartUnit, ShownSeries } from './chart-data.ts';
import { totalOf } from './table-rows.ts';

const { chart: words } = uiStrings;

interface ChartHeadlineProps {
  readonly shown: readonly ShownSeries[];
  /** Some series are switched off. */
  readonly isPart: boolean;
  readonly unit: ChartUnit;
  readonly comparedWith: string | undefined;
}

/** What all bars add up to, and how that differs from the period before. */
export function ChartHeadline({ shown, isPart, unit, comparedWith }: ChartHeadlineProps) {
  const total = sumUsd(shown.map(totalOf));
  const before = sumUsd(shown.map((one) => one.before ?? '0'));
  return (
    <>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
        <span title={unit.exact(total)} className="text-2xl font-semibold tracking-tight tabular-nums">
          {unit.short(total)}
        </span>
        {isPart && <span className="text-[13px] text-quiet">{words.part}</span>}
      </p>
      {comparedWith !== undefined && (
        <p title={unit.exact(before)} className="text-[13px] text-quiet">
          {changeText(changeOf(total, before), unit.short(before), comparedWith)}
        </p>
      )}
    </>
  );
}

function changeText(change: number | undefined, before: string, period: string): string {
  if (change === undefined) return words.nothingBefore(period);
  if (change === 0) return words.unchanged(period);
  return change > 0
    ? words.up(formatPercent(change), before, period)
    : words.down(formatPercent(-change), before, period);
}
