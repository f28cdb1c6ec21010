import type { Sorting } from './column.ts';

/** How an address names an order: `name`, or `-name` for the other way. */
export type SortName<Name extends string> = Name | `-${Name}`;

/** As operations take it. */
export function sortQuery<Name extends string>(sort: SortName<Name>) {
  return sort.startsWith('-')
    ? { sort: sort.slice(1) as Name, order: 'desc' as const }
    : { sort: sort as Name, order: 'asc' as const };
}

/** As a `DataTable` takes it. */
export function sortingOf<Name extends string>(
  sort: SortName<Name>,
  onSort: (sort: SortName<Name>) => void,
): Sorting {
  const { sort: by, order } = sortQuery(sort);
  return { by, order, onSort: (name, to) => onSort((to === 'desc' ? `-${name}` : name) as SortName<Name>) };
}
