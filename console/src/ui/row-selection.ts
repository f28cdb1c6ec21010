import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';

/** What a `DataTable` needs to let people select rows. */
export interface RowSelection<Row> {
  /** How many are selected, shown or not. */
  readonly count: number;
  readonly isSelected: (row: Row) => boolean;
  /** What the checkbox of a row is called. */
  readonly nameOf: (row: Row) => string;
  /** `isRange`: with all rows since the one before. */
  readonly onSelect: (position: number, isSelected: boolean, isRange: boolean) => void;
  readonly onSelectAll: (isSelected: boolean) => void;
}

export interface SelectedRows<Row> extends RowSelection<Row> {
  /** As they were when they were selected, also those that the list no longer shows. */
  readonly rows: readonly Row[];
  readonly set: (rows: readonly Row[]) => void;
}

interface SelectionParts<Row> {
  /** What is shown. */
  readonly list: readonly Row[];
  readonly idOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
}

/** Rows that are selected, over all pages of a list. */
export function useRowSelection<Row>({ list, idOf, nameOf }: SelectionParts<Row>): SelectedRows<Row> {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const shown = useRef(list);
  useLayoutEffect(() => {
    shown.current = list;
  }, [list]);
  const last = useRef(0);
  const mark = useCallback(
    (rows: readonly Row[], isSelected: boolean) =>
      setSelected((before) => {
        const after = new Map(before);
        for (const row of rows) {
          if (isSelected) after.set(idOf(row), row);
          else after.delete(idOf(row));
        }
        return after;
      }),
    [idOf],
  );
  // The same one from render to render: rows that stay are not drawn again.
  const onSelect = useCallback(
    (position: number, isSelected: boolean, isRange: boolean) => {
      const [from, to] = isRange ? [last.current, position].toSorted((a, b) => a - b) : [position, position];
      last.current = position;
      mark(shown.current.slice(from, to! + 1), isSelected);
    },
    [mark],
  );
  return useMemo(
    () => ({
      count: selected.size,
      rows: [...selected.values()],
      isSelected: (row) => selected.has(idOf(row)),
      nameOf,
      onSelect,
      onSelectAll: (isSelected) => mark(shown.current, isSelected),
      set: (rows) => setSelected(new Map(rows.map((row) => [idOf(row), row]))),
    }),
    [selected, idOf, nameOf, onSelect, mark],
  );
}
