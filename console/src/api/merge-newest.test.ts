import { expect, it } from 'vitest';
import { mergeNewest } from './merge-newest.ts';

const page = (ids: readonly number[], hasMore = false) => ({
  data: ids.map((id) => ({ id: `req_${String(id).padStart(5, '0')}` })),
  has_more: hasMore,
  last_id: ids.length > 0 ? `req_${String(ids.at(-1)).padStart(5, '0')}` : null,
});
const list = (...pages: ReturnType<typeof page>[]) => ({
  pages,
  pageParams: [undefined, ...pages.slice(1).map((_, i) => pages[i]!.last_id ?? undefined)],
});
const idsOf = ({ pages }: ReturnType<typeof mergeNewest<{ readonly id: string }>>) =>
  pages.map(({ data }) => data.map(({ id }) => Number(id.slice(4))));

it('adds what is new in front, and leaves the place where the next page begins', () => {
  const merged = mergeNewest(list(page([5, 4], true), page([3, 2])), page([7, 6, 5], true));
  expect(idsOf(merged)).toEqual([
    [7, 6, 5, 4],
    [3, 2],
  ]);
  expect(merged.pages[0]).toMatchObject({ has_more: true, last_id: 'req_00004' });
});

it('puts a call that ended late where it began', () => {
  expect(idsOf(mergeNewest(list(page([6, 4], true)), page([6, 5, 4], true)))).toEqual([[6, 5, 4]]);
});

it('stays the same list when nothing is new', () => {
  const held = list(page([5, 4], true), page([3]));
  expect(mergeNewest(held, page([5, 4, 3], true))).toBe(held);
});

it('begins anew when calls in between are missing, and when there was nothing', () => {
  expect(idsOf(mergeNewest(list(page([5, 4], true)), page([9, 8], true)))).toEqual([[9, 8]]);
  expect(idsOf(mergeNewest(list(page([])), page([2, 1])))).toEqual([[2, 1]]);
  // Nothing is missing where the newest are all there is.
  expect(idsOf(mergeNewest(list(page([2])), page([4, 3])))).toEqual([[4, 3, 2]]);
});

it('drops the older part of a list that has grown long', () => {
  const held = list(page(Array.from({ length: 1000 }, (_, i) => 1000 - i)), page([0]));
  const merged = mergeNewest(held, page([1002, 1001, 1000], true));
  expect(merged.pages).toHaveLength(1);
  expect(merged.pages[0]!.data).toHaveLength(500);
  expect(merged.pages[0]).toMatchObject({ has_more: true, last_id: 'req_00503' });
});
