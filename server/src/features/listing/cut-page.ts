import type { Page, PageRequest } from '#store';

interface Cut<Row> {
  readonly bytesOf: (row: Row) => number;
  readonly maxBytes: number;
}

/** The items nearest to the cursor that together have at most `maxBytes`. The first stays whatever it has, or the list would have no end. */
export function cutPage<Row>(
  { items, hasMore }: Page<Row>,
  { beforeId }: PageRequest,
  { bytesOf, maxBytes }: Cut<Row>,
): Page<Row> {
  const near = beforeId === undefined ? items : items.toReversed();
  let bytes = 0;
  const count = near.findIndex((item, i) => (bytes += bytesOf(item)) > maxBytes && i > 0);
  if (count === -1) return { items, hasMore };
  const kept = near.slice(0, count);
  return { items: beforeId === undefined ? kept : kept.toReversed(), hasMore: true };
}
