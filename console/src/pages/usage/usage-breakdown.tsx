import type { UsageSeries } from '@svc/contract';
import type { ReactNode } from 'react';
import type { Dimension } from '../../api/usage.ts';
import { usageStrings as words } from '../../strings/usage.ts';
import { changeOf } from '../../ui/chart/change-of.ts';
import type { ChartUnit } from '../../ui/chart/chart-data.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { formatPercent } from '../../ui/text/format.ts';
import { wholeList } from '../../ui/whole-list.ts';
import { seriesId } from './chart-series.ts';

type Series = UsageSeries['series'][number];

interface UsageBreakdownProps {
  readonly usage: UsageSeries;
  readonly by: Dimension;
  readonly nameOf: (one: Series) => string;
  readonly unit: ChartUnit;
}

/** Each group with its total, what part of all that is, and what it was before. */
export function UsageBreakdown({ usage, by, nameOf, unit }: UsageBreakdownProps) {
  const columns: readonly Column<Series>[] = [
    { header: words.dimensions[by], cell: (one) => named(one, nameOf(one)) },
    amountColumn(words.columns.total, unit, ({ total }) => total),
    { ...numberColumn(words.columns.share, ({ total }) => shareOf(total, usage.total)), wide: true },
    { ...amountColumn(words.columns.before, unit, ({ before }) => before), wide: true },
    {
      ...numberColumn(words.columns.change, ({ total, before }) => changeText(changeOf(total, before))),
      wide: true,
    },
  ];
  return (
    <DataTable
      label={words.breakdown(by)}
      columns={columns}
      list={wholeList(usage.series)}
      rowKey={seriesId}
      empty={null}
    />
  );
}

function named({ group }: Series, name: string): ReactNode {
  return <span title={group ?? undefined}>{name}</span>;
}

function amountColumn(
  header: string,
  { exact, short }: ChartUnit,
  amountOf: (one: Series) => string,
): Column<Series> {
  const cell = (one: Series) => numbers(short(amountOf(one)), exact(amountOf(one)));
  return { header, align: 'right', width: 'w-36', cell };
}

function numberColumn(header: string, textOf: (one: Series) => string): Column<Series> {
  return { header, align: 'right', width: 'w-28', cell: (one) => numbers(textOf(one)) };
}

function numbers(text: string, exact?: string): ReactNode {
  return (
    <span title={exact} className="tabular-nums">
      {text}
    </span>
  );
}

function shareOf(part: string, whole: string): string {
  return Number(whole) === 0 ? words.noChange : formatPercent(Number(part) / Number(whole));
}

function changeText(change: number | undefined): string {
  if (change === undefined) return words.noChange;
  return change > 0 ? `+${formatPercent(change)}` : formatPercent(change).replace('-', '−');
}
