import type { InfiniteData } from '@tanstack/react-query';
import type { ListPage } from './pages.ts';

/** More rows than anybody reads back: beyond them a list that grows at its beginning is cut. */
const MAX_FIRST_ITEMS = 1000;

interface Identified {
  readonly id: string;
}
type Pages<Item> = InfiniteData<ListPage<Item>, string | undefined>;

/**
 * A list with its newest page read again. Items come late too: a call is listed by when it began, once it has ended. Where the two have nothing
 * in common, items between them are missing, and the list starts over.
 */
export function mergeNewest<Item extends Identified>(held: Pages<Item>, newest: ListPage<Item>): Pages<Item> {
  const [first, ...others] = held.pages;
  const restart = { pages: [newest], pageParams: [undefined] };
  if (!first || first.data.length === 0) return restart;
  const known = new Set(held.pages.flatMap(({ data }) => data.map(({ id }) => id)));
  const added = newest.data.filter(({ id }) => !known.has(id));
  if (added.length === 0) return held;
  if (added.length === newest.data.length && newest.has_more) return restart;
  const data = [...added, ...first.data].toSorted((a, b) => (a.id < b.id ? 1 : -1));
  if (data.length <= MAX_FIRST_ITEMS) return { ...held, pages: [{ ...first, data }, ...others] };
  const kept = data.slice(0, MAX_FIRST_ITEMS / 2);
  return {
    pages: [{ ...first, data: kept, has_more: true, last_id: kept.at(-1)!.id }],
    pageParams: [undefined],
  };
}
