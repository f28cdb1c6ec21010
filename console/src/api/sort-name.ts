/** How an address names an order: `name`, or `-name` for the other way. */
export type SortName<Name extends string> = Name | `-${Name}`;

/** As operations take it. */
export function sortQuery<Name extends string>(sort: SortName<Name>) {
  return sort.startsWith('-')
    ? { sort: sort.slice(1) as Name, order: 'desc' as const }
    : { sort: sort as Name, order: 'asc' as const };
}
