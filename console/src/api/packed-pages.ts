import type { InfiniteData } from '@tanstack/react-query';
import { KEPT_PAGES, type ListPage } from './pages.ts';

/** More than one sees rows of at once. */
const MAX_UNPACKED = 4;

interface PackedPage<Item> extends ListPage<Item> {
  /** The items as JSON, outside of the heap of objects. `data` is as long and holds nothing. */
  readonly packed: Uint8Array;
}

/**
 * For `structuralSharing` of a list: holds the items of its first and last pages, and those of the others packed. The more objects there are,
 * the more garbage the browser lets gather before it collects it, and the longer it then stops everything: 8 ms with the first thousand
 * requests, 37 with twenty thousand. Of packed pages one can scroll past any number.
 */
export function packMiddle(_before: unknown, held: unknown): unknown {
  const { pages, pageParams } = held as InfiniteData<ListPage<unknown>>;
  const isMiddle = (place: number) => place >= KEPT_PAGES && place < pages.length - KEPT_PAGES;
  const packed = pages.map((page, place) => (isMiddle(place) ? pack(page) : page));
  return packed.every((page, place) => page === pages[place]) ? held : { pages: packed, pageParams };
}

function isPacked<Item>(page: ListPage<Item>): page is PackedPage<Item> {
  return 'packed' in page;
}

function pack<Item>(page: ListPage<Item>): PackedPage<Item> {
  if (isPacked(page)) return page;
  const packed = new TextEncoder().encode(JSON.stringify(page.data));
  const data: Item[] = [];
  data.length = page.data.length;
  return { ...page, data, packed };
}

function unpack<Item>({ packed }: PackedPage<Item>): readonly Item[] {
  return JSON.parse(new TextDecoder().decode(packed)) as readonly Item[];
}

/** Reads items of pages, packed ones too, and holds those of the few packed pages it read last. */
export function pageReader<Item>() {
  const unpacked = new Map<ListPage<Item>, readonly Item[]>();
  function dataOf(page: ListPage<Item>): readonly Item[] {
    if (!isPacked(page)) return page.data;
    const data = unpacked.get(page) ?? unpack(page);
    unpacked.delete(page);
    // Behind those that were read before.
    unpacked.set(page, data);
    for (const oldest of unpacked.keys()) if (unpacked.size > MAX_UNPACKED) unpacked.delete(oldest);
    return data;
  }
  return (pages: readonly ListPage<Item>[], index: number): Item | undefined => {
    let place = index;
    for (const page of pages) {
      if (place < page.data.length) return dataOf(page)[place];
      place -= page.data.length;
    }
    return undefined;
  };
}
