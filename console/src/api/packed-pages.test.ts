import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { mergeNewest } from './merge-newest.ts';
import { packMiddle, pageReader } from './packed-pages.ts';
import { listOptions, type ListPage } from './pages.ts';

interface Call {
  readonly id: string;
  readonly model: string | null;
}

const LAST = 1950;

/** Items of a list as a server with 1,951 of them answers, `limit` at a time. */
const fetchCalls = ({ limit, after_id: after }: { readonly limit: number; readonly after_id?: string }) => {
  const first = after === undefined ? 0 : LAST - Number(after.slice(4)) + 1;
  const data = Array.from({ length: Math.min(limit, LAST + 1 - first) }, (_, n) => callAt(first + n));
  return Promise.resolve({ data, has_more: first + limit <= LAST, last_id: data.at(-1)?.id ?? null });
};
const callAt = (place: number): Call => ({
  id: `req_${String(LAST - place).padStart(5, '0')}`,
  model: place % 2 === 0 ? 'Größe „L“' : null,
});

async function loadAll(): Promise<readonly ListPage<Call>[]> {
  const options = { ...listOptions<Call>(['calls'], fetchCalls), structuralSharing: packMiddle };
  const list = new InfiniteQueryObserver(new QueryClient(), options);
  let { data } = await list.refetch();
  while (list.getCurrentResult().hasNextPage) ({ data } = await list.fetchNextPage());
  return data!.pages;
}

it('holds the items of six pages, however many are loaded', async () => {
  const pages = await loadAll();
  const rows = pages.flatMap(({ data }) => data);
  expect(pages).toHaveLength(20);
  expect(pages.map(({ data }) => data.length)).toEqual([...Array.from({ length: 19 }, () => 100), 51]);
  expect(rows).toHaveLength(551);
  expect(rows[299]).toEqual(callAt(299));
  expect(rows[300]).toEqual(callAt(1700));
});

it('reads every item, those of packed pages too, and one as the same object while it is near', async () => {
  const pages = await loadAll();
  const read = pageReader<Call>();
  for (const place of [...Array(LAST + 2).keys()].toReversed())
    expect(read(pages, place)).toEqual(place > LAST ? undefined : callAt(place));
  const calls = [500, 600, 700].map((place) => read(pages, place));
  expect([500, 600, 700].every((place, n) => read(pages, place) === calls[n])).toBe(true);
});

it('leaves what is packed, and a short list, as it is', async () => {
  const held = { pages: await loadAll(), pageParams: [] };
  expect(packMiddle(undefined, held)).toBe(held);
  const short = { pages: held.pages.slice(0, 6), pageParams: [] };
  expect(packMiddle(undefined, short)).toBe(short);
});

it('takes new items of a live list in front', async () => {
  const pages = await loadAll();
  const [first] = pages;
  const added = { id: 'req_01951', model: null };
  const newest = { ...first!, data: [added, ...first!.data.slice(0, 99)] };
  const merged = mergeNewest({ pages: [...pages], pageParams: [] }, newest).pages;
  const read = pageReader<Call>();
  expect([0, 1, 601, LAST + 1].map((place) => read(merged, place))).toEqual([
    added,
    ...[0, 600, LAST].map(callAt),
  ]);
});
