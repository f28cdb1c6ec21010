import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo, useRef, type ReactNode } from 'react';
import type { PagedList } from '../api/pages.ts';
import { uiStrings } from '../strings/ui.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { ErrorState } from './error-state.tsx';
import { foldColumns } from './fold-columns.tsx';
import { FormError } from './form/form-error.tsx';
import { SkeletonLines } from './skeleton.tsx';
import { useNarrow } from './use-narrow.ts';

export interface Column<Row> {
  readonly header: string;
  /** Where other columns may have the same header. */
  readonly id?: string;
  readonly cell: (row: Row) => ReactNode;
  /** A width class. Without one it shares what the others leave. */
  readonly width?: string;
  /** On narrow screens it stands below the first cell, under its header. */
  readonly wide?: boolean;
  readonly align?: 'right';
  /** The header is only for those who hear it. */
  readonly hiddenHeader?: boolean;
}

interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly list: PagedList<Row>;
  readonly rowKey: (row: Row) => string;
  /** In place of the table when there is nothing. */
  readonly empty: ReactNode;
}

const ROW_PX = 48;
/** Rows that are drawn beyond what is seen, so that quick scrolling shows no gaps. */
const OVERSCAN = 12;

/**
 * A list of any length: only the rows that are seen exist, and the next page is fetched before its rows are reached. It stays a
 * real table, with rows of no content above and below in place of those that are not drawn.
 */
export function DataTable<Row>({ label, columns, list, rowKey, empty }: DataTableProps<Row>) {
  if (list.status === 'pending') return <SkeletonLines />;
  if (list.status === 'error' && list.rows.length === 0)
    return <ErrorState error={list.error} onRetry={list.retry} />;
  if (list.rows.length === 0) return empty;
  return <FittingTable label={label} columns={columns} list={list} rowKey={rowKey} />;
}

type TableProps<Row> = Omit<DataTableProps<Row>, 'empty'>;

function FittingTable<Row>(table: TableProps<Row>) {
  const isNarrow = useNarrow();
  const columns = useMemo(
    () => (isNarrow ? foldColumns(table.columns) : table.columns),
    [isNarrow, table.columns],
  );
  // Told apart by the key: heights of rows on the one kind of screen say nothing of the other.
  return (
    <VirtualTable key={isNarrow ? 'narrow' : 'wide'} {...table} columns={columns} rowsDiffer={isNarrow} />
  );
}

interface VirtualTableProps<Row> extends TableProps<Row> {
  /** Rows have heights of their own, which are measured. */
  readonly rowsDiffer: boolean;
}

function VirtualTable<Row>({ label, columns, list, rowKey, rowsDiffer }: VirtualTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, hasMore } = list;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  });
  const drawn = virtual.getVirtualItems();
  useNextPage(list, drawn.at(-1)?.index ?? 0);
  const above = drawn[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  return (
    <div
      ref={scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard
      tabIndex={0}
      role="region"
      aria-label={label}
      className="max-h-[calc(100dvh-15rem)] overflow-auto max-md:max-h-[75dvh] rounded-xl border border-line bg-surface"
    >
      <table className="w-full table-fixed text-left" aria-rowcount={hasMore ? -1 : rows.length + 1}>
        <TableHead columns={columns} />
        <tbody>
          <Gap heightPx={above} />
          {drawn.map(({ index }) => {
            const row = rows[index];
            if (row === undefined) return undefined;
            return (
              <TableRow
                key={rowKey(row)}
                row={row}
                columns={columns}
                position={index}
                measure={rowsDiffer ? virtual.measureElement : undefined}
              />
            );
          })}
          <Gap heightPx={below} />
        </tbody>
      </table>
      <NextPage list={list} />
    </div>
  );
}

/** Loads the next page before the reader reaches the last row. */
function useNextPage<Row>(list: PagedList<Row>, lastDrawn: number): void {
  const { rows, hasMore, isLoadingMore, moreError, loadMore } = list;
  const isNearEnd = lastDrawn >= rows.length - 1 - OVERSCAN;
  useEffect(() => {
    // After a failure only a person asks again: whoever is refused would otherwise ask without end.
    if (isNearEnd && hasMore && !isLoadingMore && moreError === null) loadMore();
  }, [isNearEnd, hasMore, isLoadingMore, moreError, loadMore]);
}

/** Below the rows: that more are on their way, or why they did not come. */
function NextPage<Row>({ list: { isLoadingMore, moreError, loadMore } }: { readonly list: PagedList<Row> }) {
  if (isLoadingMore) {
    return (
      <p role="status" className="px-4 py-3 text-quiet">
        {uiStrings.loadingMore}
      </p>
    );
  }
  if (moreError === null) return null;
  return (
    <div className="flex flex-col items-start gap-3 p-4">
      <FormError error={moreError} />
      <Button onClick={loadMore}>{uiStrings.retry}</Button>
    </div>
  );
}

function cellClass<Row>({ width, align }: Column<Row>): string {
  return classNames('px-3 md:px-4', width, align === 'right' && 'text-right');
}

function TableHead<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  return (
    <thead className="sticky top-0 z-10 bg-surface shadow-[inset_0_-1px_0_var(--color-line)]">
      <tr aria-rowindex={1}>
        {columns.map((column) => (
          <th
            key={column.id ?? column.header}
            scope="col"
            className={classNames(cellClass(column), 'h-10 text-xs font-medium text-quiet')}
          >
            <span className={column.hiddenHeader ? 'sr-only' : undefined}>{column.header}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface TableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly position: number;
  /** Where rows are not of one height. */
  readonly measure: ((row: HTMLTableRowElement | null) => void) | undefined;
}

function DrawnRow<Row>({ row, columns, position, measure }: TableRowProps<Row>) {
  return (
    <tr
      ref={measure}
      data-index={position}
      aria-rowindex={position + 2}
      // A link in it may stand over the whole row.
      className="relative h-12 border-b border-line last:border-0 hover:bg-hover/60"
    >
      {columns.map((column) => (
        <td key={column.id ?? column.header} className={classNames(cellClass(column), 'truncate')}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** While one scrolls, rows that stay are not drawn again. */
const TableRow = memo(DrawnRow) as typeof DrawnRow;

function Gap({ heightPx }: { readonly heightPx: number }) {
  if (heightPx <= 0) return null;
  return <tr aria-hidden style={{ height: heightPx }} />;
}
