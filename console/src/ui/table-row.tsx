import { memo } from 'react';
import { uiStrings } from '../strings/ui.ts';
import { classNames } from './class-names.ts';
import { cellClass, type Column } from './column.ts';
import type { RowSelection } from './row-selection.ts';

export const SELECT_CELL = 'w-10 pl-3 md:pl-4';

interface TableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly position: number;
  /** Where rows are not of one height. */
  readonly measure: ((row: HTMLTableRowElement | null) => void) | undefined;
  readonly selectName: string | undefined;
  readonly isSelected: boolean;
  readonly onSelect: RowSelection<Row>['onSelect'] | undefined;
}

function DrawnRow<Row>({
  row,
  columns,
  position,
  measure,
  selectName,
  isSelected,
  onSelect,
}: TableRowProps<Row>) {
  return (
    <tr
      ref={measure}
      data-index={position}
      aria-rowindex={position + 2}
      data-selected={isSelected || undefined}
      // The link of a row is over all of it (`row-target`); what else one can press lies above. Rows without one do not light up.
      // `hover` comes ahead of `has`, which is then looked for in one row and not in all that are new.
      className="relative h-12 border-b border-line last:border-0 hover:has-[.row-target]:bg-hover/60 data-selected:bg-accent-soft/60 data-selected:hover:bg-accent-soft above-row-target"
    >
      {onSelect && (
        <td className={SELECT_CELL}>
          <input
            type="checkbox"
            aria-label={uiStrings.select(selectName ?? '')}
            checked={isSelected}
            onChange={({ target, nativeEvent }) =>
              onSelect(position, target.checked, (nativeEvent as MouseEvent).shiftKey)
            }
            className="block size-4 accent-accent"
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.id ?? column.header}
          // Not `truncate`, which hides: every cell would be something that scrolls.
          className={classNames(cellClass(column), 'overflow-clip text-ellipsis whitespace-nowrap')}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** While one scrolls, rows that stay are not drawn again. */
export const TableRow = memo(DrawnRow) as typeof DrawnRow;
