import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import type { PagedList } from '../api/pages.ts';
import { classNames } from './class-names.ts';
import type { Column, Sorting } from './column.ts';
import { ErrorState } from './error-state.tsx';
import { foldColumns } from './fold-columns.tsx';
import { NextPage } from './next-page.tsx';
import { PassingRow } from './passing-row.tsx';
import type { RowSelection } from './row-selection.ts';
import { SkeletonLines } from './skeleton.tsx';
import { TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import { useFastScroll } from './use-fast-scroll.ts';
import { useNarrow } from './use-narrow.ts';

export type { Column } from './column.ts';

interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly list: PagedList<Row>;
  readonly rowKey: (row: Row) => string;
  /** In place of the table when there is nothing. */
  readonly empty: ReactNode;
  /** Makes the headers of columns with `sort` buttons. */
  readonly sorting?: Sorting;
  /** Gives every row a checkbox. */
  readonly selection?: RowSelection<Row> | undefined;
}

const ROW_PX = 48;
/** Rows that are drawn beyond what is seen, so that quick scrolling shows no gaps. */
const OVERSCAN = 6;
/** How far beyond the rows that are drawn the next page is fetched. */
const FETCH_AHEAD = 18;

/**
 * A list of any length: only the rows that are seen exist, and the next page is fetched before its rows are reached. It stays a
 * real table, with rows of no content above and below in place of those that are not drawn.
 */
export function DataTable<Row>({ empty, ...table }: DataTableProps<Row>) {
  const { list } = table;
  if (list.status === 'pending') return <SkeletonLines />;
  if (list.status === 'error' && list.rows.length === 0)
    return <ErrorState error={list.error} onRetry={list.retry} />;
  if (list.rows.length === 0) return empty;
  return <FittingTable {...table} />;
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

function VirtualTable<Row>(table: VirtualTableProps<Row>) {
  const { label, columns, list, sorting, selection } = table;
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, hasMore } = list;
  const { isPassing, onScroll } = useFastScroll();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    // Rows are drawn in a task of their own, after that of the scroll event: both in one took over 50 ms at times.
    useFlushSync: false,
    onChange: onScroll,
  });
  const drawn = virtual.getVirtualItems();
  useNextPage(list, drawn.at(-1)?.index ?? 0);
  useTopOfAnother(list, scroller);
  const above = drawn[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  return (
    <div
      ref={scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard
      tabIndex={0}
      role="region"
      aria-label={label}
      aria-busy={list.isOutdated}
      className="max-h-[calc(100dvh-15rem)] overflow-auto max-md:max-h-[75dvh] rounded-xl border border-line bg-surface in-[.card]:-mx-4 in-[.card]:rounded-none in-[.card]:border-0"
    >
      <table className="w-full table-fixed text-left" aria-rowcount={hasMore ? -1 : rows.length + 1}>
        <TableHead columns={columns} rows={rows} sorting={sorting} selection={selection} />
        <tbody className={classNames(list.isOutdated && 'opacity-60')}>
          <Gap heightPx={above} />
          <DrawnRows table={table} drawn={drawn} isPassing={isPassing} measure={virtual.measureElement} />
          <Gap heightPx={below} />
        </tbody>
      </table>
      <NextPage list={list} />
    </div>
  );
}

interface DrawnRowsProps<Row> {
  readonly table: VirtualTableProps<Row>;
  readonly drawn: readonly VirtualItem[];
  readonly isPassing: (index: number) => boolean;
  readonly measure: (row: HTMLTableRowElement | null) => void;
}

function DrawnRows<Row>({ table, drawn, isPassing, measure }: DrawnRowsProps<Row>) {
  const { columns, list, rowKey, rowsDiffer, selection } = table;
  const cells = columns.length + (selection ? 1 : 0);
  return drawn.map(({ index, size }) => {
    if (isPassing(index)) return <PassingRow key={index} position={index} heightPx={size} columns={cells} />;
    const row = list.rowAt(index);
    if (row === undefined) return undefined;
    return (
      <TableRow
        key={rowKey(row)}
        row={row}
        columns={columns}
        position={index}
        measure={rowsDiffer ? measure : undefined}
        {...selectionOf(row, selection)}
      />
    );
  });
}

function selectionOf<Row>(row: Row, selection: RowSelection<Row> | undefined) {
  return {
    selectName: selection?.nameOf(row),
    isSelected: selection?.isSelected(row) ?? false,
    onSelect: selection?.onSelect,
  };
}

/** Loads the next page before the reader reaches the last row. */
function useNextPage<Row>(list: PagedList<Row>, lastDrawn: number): void {
  const { rows, hasMore, isLoadingMore, moreError, loadMore } = list;
  const isNearEnd = lastDrawn >= rows.length - 1 - FETCH_AHEAD;
  useEffect(() => {
    // After a failure the user has to retry: a refused request would otherwise repeat forever.
    if (isNearEnd && hasMore && !isLoadingMore && moreError === null) loadMore();
  }, [isNearEnd, hasMore, isLoadingMore, moreError, loadMore]);
}

/** Another order or other filters are read from the top. */
function useTopOfAnother<Row>({ id }: PagedList<Row>, scroller: RefObject<HTMLDivElement | null>): void {
  const shown = useRef(id);
  useLayoutEffect(() => {
    if (shown.current !== id) scroller.current?.scrollTo({ top: 0 });
    shown.current = id;
  }, [id, scroller]);
}

function Gap({ heightPx }: { readonly heightPx: number }) {
  if (heightPx <= 0) return null;
  return <tr aria-hidden style={{ height: heightPx }} />;
}
