import type { ReactNode } from 'react';
import type { Column } from './column.ts';

/** The columns of a narrow screen: the wide ones stand below the first. */
export function foldColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const [first, ...rest] = columns.filter(({ wide }) => !wide);
  const folded = columns.filter(({ wide }) => wide);
  if (!first || folded.length === 0) return columns;
  return [
    {
      header: first.header,
      ...(first.sort ? { sort: first.sort } : {}),
      cell: (row) => <FoldedCell first={first.cell(row)} columns={folded} row={row} />,
    },
    ...rest,
  ];
}

interface FoldedCellProps<Row> {
  readonly first: ReactNode;
  readonly columns: readonly Column<Row>[];
  readonly row: Row;
}

function FoldedCell<Row>({ first, columns, row }: FoldedCellProps<Row>) {
  return (
    <div className="flex min-w-0 flex-col gap-1 py-2">
      <div className="truncate">{first}</div>
      <dl className="flex flex-col gap-0.5 text-xs whitespace-normal text-quiet">
        {columns.map(({ header, id, cell }) => (
          <div key={id ?? header} className="flex flex-wrap items-center gap-x-1.5 has-[dd:empty]:hidden">
            <dt>{header}</dt>
            <dd className="min-w-0 wrap-anywhere text-ink">{cell(row)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
