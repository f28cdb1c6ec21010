import { uiStrings } from '../../strings/ui.ts';
import type { Column, Sorting } from '../column.ts';
import { useNarrow } from '../use-narrow.ts';
import { FilterSelect } from './filter-control.tsx';

interface FilterSortProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sorting: Sorting;
}

/** The order of a list on a narrow screen, where most columns have no header. */
export function FilterSort<Row>({ columns, sorting: { by, order, onSort } }: FilterSortProps<Row>) {
  const isNarrow = useNarrow();
  if (!isNarrow) return null;
  const value = `${by} ${order}`;
  const choose = (chosen: string) => {
    const [name, direction] = chosen.split(' ');
    if (name) onSort(name, direction === 'asc' ? 'asc' : 'desc');
  };
  return (
    <FilterSelect label={uiStrings.filters.sort} value={value} none={value} onChoose={choose}>
      {columns.flatMap(({ header, sort }) =>
        sort
          ? (['asc', 'desc'] as const).map((direction) => (
              <option key={`${sort.by} ${direction}`} value={`${sort.by} ${direction}`}>
                {uiStrings.filters.orders[direction](header)}
              </option>
            ))
          : [],
      )}
    </FilterSelect>
  );
}
