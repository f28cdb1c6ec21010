import { sortQuery, type SortName } from '../api/sort-name.ts';
import type { Sorting } from './column.ts';

/** An order as a `DataTable` takes it. */
export function sortingOf<Name extends string>(
  sort: SortName<Name>,
  onSort: (sort: SortName<Name>) => void,
): Sorting {
  const { sort: by, order } = sortQuery(sort);
  return { by, order, onSort: (name, to) => onSort((to === 'desc' ? `-${name}` : name) as SortName<Name>) };
}
