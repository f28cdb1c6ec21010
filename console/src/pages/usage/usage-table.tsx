import { usageStrings as words } from '../../strings/usage.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { formatDay } from '../../ui/text/format.ts';
import { sumUsd } from '../../ui/text/sum-usd.ts';
import { wholeList } from '../../ui/whole-list.ts';
import type { DailySeries } from './daily-series.ts';

interface UsageTableProps {
  readonly daysMs: readonly number[];
  readonly series: readonly DailySeries[];
  readonly nameOf: (group: DailySeries['group']) => string;
  readonly format: (amount: string) => string;
}

interface Day {
  readonly dayMs: number;
  /** In the order of the series. */
  readonly amounts: readonly string[];
}

const keyOf = (day: Day) => String(day.dayMs);
const DAY: Column<Day> = { header: words.day, width: 'w-32', cell: ({ dayMs }) => formatDay(dayMs) };

/** Every day with what each group used, the latest first. */
export function UsageTable({ daysMs, series, nameOf, format }: UsageTableProps) {
  const days = daysMs
    .map((dayMs, day) => ({ dayMs, amounts: series.map(({ amounts }) => amounts[day] ?? '0') }))
    .toReversed();
  const columns = [
    DAY,
    ...series.map(({ group }, position) =>
      amountColumn(nameOf(group), ({ amounts }) => format(amounts[position] ?? '0')),
    ),
    { ...amountColumn(words.total, ({ amounts }) => format(sumUsd(amounts))), wide: false },
  ];
  return (
    <DataTable label={words.table} columns={columns} list={wholeList(days)} rowKey={keyOf} empty={null} />
  );
}

function amountColumn(header: string, textOf: (day: Day) => string): Column<Day> {
  return {
    header,
    align: 'right',
    wide: true,
    cell: (day) => <span className="tabular-nums">{textOf(day)}</span>,
  };
}
