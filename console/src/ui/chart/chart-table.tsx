import { useMemo } from 'react';
import { uiStrings } from '../../strings/ui.ts';
import { DataTable, type Column } from '../data-table.tsx';
import { wholeList } from '../whole-list.ts';
import type { ChartBucket, ChartUnit, ShownSeries } from './chart-data.ts';
import { tableRows, type TableRow } from './table-rows.ts';

const { chart: words } = uiStrings;

interface ChartTableProps {
  readonly title: string;
  readonly buckets: readonly ChartBucket[];
  readonly shown: readonly ShownSeries[];
  readonly unit: ChartUnit;
}

const TIME: Column<TableRow> = {
  header: words.time,
  width: 'w-52',
  cell: ({ bucket }) => <span className="whitespace-normal">{bucket.label}</span>,
};
const keyOf = ({ bucket }: TableRow) => String(bucket.startMs);

/** What is drawn, in exact numbers: none is cut off, many series are scrolled to. */
export function ChartTable({ title, buckets, shown, unit }: ChartTableProps) {
  const rows = useMemo(() => tableRows(buckets, shown), [buckets, shown]);
  const columns = [
    TIME,
    ...shown.map(({ id, label }, position) => ({
      ...amountColumn(label, (row) => unit.exact(row.amounts[position] ?? '0')),
      id,
      wide: true,
    })),
    // Of one series it would be the same again.
    ...(shown.length === 1 ? [] : [amountColumn(words.total, ({ total }: TableRow) => unit.exact(total))]),
  ];
  return <DataTable label={title} columns={columns} list={wholeList(rows)} rowKey={keyOf} empty={null} />;
}

function amountColumn(header: string, textOf: (row: TableRow) => string): Column<TableRow> {
  return {
    header,
    align: 'right',
    width: 'w-36',
    cell: (row) => {
      const text = textOf(row);
      return (
        <span title={text} className="tabular-nums">
          {text}
        </span>
      );
    },
  };
}
