import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { memo } from 'react';
import { uiStrings } from '../strings/ui.ts';
import { classNames } from './class-names.ts';
import { cellClass, type Column, type Sorting } from './column.ts';
import type { RowSelection } from './row-selection.ts';
import { SELECT_CELL } from './table-row.tsx';

interface TableHeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly sorting: Sorting | undefined;
  readonly selection: RowSelection<Row> | undefined;
}

function DrawnHead<Row>({ columns, rows, sorting, selection }: TableHeadProps<Row>) {
  return (
    <thead className="sticky top-0 z-10 bg-surface shadow-[inset_0_-1px_0_var(--color-line)]">
      <tr aria-rowindex={1}>
        {selection && (
          <th scope="col" className={SELECT_CELL}>
            <SelectAll rows={rows} selection={selection} />
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id ?? column.header} column={column} sorting={sorting} />
        ))}
      </tr>
    </thead>
  );
}

/** While one scrolls it stays as it is: whether all rows are selected is asked of each. */
export const TableHead = memo(DrawnHead) as typeof DrawnHead;

interface SelectAllProps<Row> {
  readonly rows: readonly Row[];
  readonly selection: RowSelection<Row>;
}

function SelectAll<Row>({ rows, selection: { count, isSelected, onSelectAll } }: SelectAllProps<Row>) {
  const isAll = count >= rows.length && rows.every(isSelected);
  const isSome = count > 0 && !isAll && rows.some(isSelected);
  return (
    <input
      type="checkbox"
      aria-label={uiStrings.selectAll}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = isSome;
      }}
      onChange={({ target }) => onSelectAll(target.checked)}
      className="block size-4 accent-accent"
    />
  );
}

interface HeadCellProps<Row> {
  readonly column: Column<Row>;
  readonly sorting: Sorting | undefined;
}

function HeadCell<Row>({ column, sorting }: HeadCellProps<Row>) {
  const { header, hiddenHeader, sort } = column;
  const order = sort && sorting?.by === sort.by ? sorting.order : undefined;
  return (
    <th
      scope="col"
      aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
      className={classNames(cellClass(column), 'h-10 text-xs font-medium text-quiet')}
    >
      {sort && sorting ? (
        <button
          type="button"
          onClick={() => sorting.onSort(sort.by, order ? opposite(order) : sort.first)}
          className={classNames(
            'group -mx-1.5 inline-flex min-h-7 max-w-full items-center gap-1 rounded px-1.5 hover:bg-hover hover:text-ink',
            order && 'text-ink',
          )}
        >
          <span className="truncate">{header}</span>
          <SortArrow order={order} />
        </button>
      ) : (
        <span className={hiddenHeader ? 'sr-only' : undefined}>{header}</span>
      )}
    </th>
  );
}

function opposite(order: Sorting['order']): Sorting['order'] {
  return order === 'asc' ? 'desc' : 'asc';
}

function SortArrow({ order }: { readonly order: Sorting['order'] | undefined }) {
  if (order === undefined)
    return <ChevronsUpDown aria-hidden size={12} className="shrink-0 opacity-50 group-hover:opacity-100" />;
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  return <Arrow aria-hidden size={12} className="shrink-0" />;
}
