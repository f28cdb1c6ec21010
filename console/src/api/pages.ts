import {
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';

/** A page of a list as every list answers it (D-PAGE-1). */
export interface ListPage<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
  readonly last_id: string | null;
}

/** Which page is asked for, as every list takes it. */
export interface PageQuery {
  readonly limit: number;
  readonly after_id?: string;
}

type FetchPage<Item> = (
  page: PageQuery,
  options: { readonly signal: AbortSignal },
) => Promise<ListPage<Item>>;

const PAGE_ITEMS = 100;
/** Pages of a long list that stay loaded when one leaves it, and that stay objects at either end (`packMiddle`). */
export const KEPT_PAGES = 3;
const REFRESH_MS = 2000;

/** How to load a list page by page: for a route's loader (`prefetchInfiniteQuery`) and for `usePagedList`. The key holds the filters. */
export function listOptions<Item>(key: QueryKey, fetchPage: FetchPage<Item>) {
  return {
    queryKey: key,
    queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
      fetchPage(
        { limit: PAGE_ITEMS, ...(pageParam === undefined ? {} : { after_id: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ListPage<Item>) => (page.has_more ? (page.last_id ?? undefined) : undefined),
  };
}

export interface ListOptions<Item> extends ReturnType<typeof listOptions<Item>> {
  /** What becomes of the pages that are held, whenever there are others. */
  readonly structuralSharing?: (before: unknown, held: unknown) => unknown;
}

/** All of a list, page after page: for what is chosen from it, where who is left out could not be chosen at all. */
export async function readWhole<Item>(
  fetchPage: FetchPage<Item>,
  options: { readonly signal: AbortSignal },
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let lastId: string | null = null;
  do {
    const page: ListPage<Item> = await fetchPage(
      { limit: PAGE_ITEMS, ...(lastId === null ? {} : { after_id: lastId }) },
      options,
    );
    items.push(...page.data);
    lastId = page.has_more ? page.last_id : null;
  } while (lastId !== null);
  return items;
}

/** What a `DataTable` shows. */
export interface PagedList<Item> {
  /** Tells it from one with other filters or another order. */
  readonly id: string;
  readonly rows: readonly Item[];
  /** The row at that place. */
  readonly rowAt: (index: number) => Item | undefined;
  readonly status: 'pending' | 'error' | 'success';
  readonly error: unknown;
  /** The rows are those of the filters before: those that are asked for are on their way. */
  readonly isOutdated: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** Why the next page could not be loaded; null when it was not tried in vain. */
  readonly moreError: unknown;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

interface LoadedList<Item> extends PagedList<Item> {
  readonly pages: readonly ListPage<Item>[];
}

const NO_PAGES: readonly never[] = [];

/** A list of the server, page by page. Loaded again and again while `refreshWhile` says so of the rows. */
export function usePagedList<Item>(
  options: ListOptions<Item>,
  refreshWhile?: (rows: readonly Item[]) => boolean,
): LoadedList<Item> {
  const queries = useQueryClient();
  const {
    data,
    status,
    error,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
    refetch,
    isPlaceholderData,
  } = useInfiniteQuery({
    ...options,
    refetchOnWindowFocus: false,
    // A header that sorts keeps the focus, and nothing flickers while somebody types.
    placeholderData: keepPreviousData,
    // Each page is a request of its own: a long list is loaded less often.
    refetchInterval: ({ state }) =>
      state.data && refreshWhile?.(rowsOf(state.data.pages)) ? REFRESH_MS * state.data.pages.length : false,
  });
  const key = JSON.stringify(options.queryKey);
  // A list starts at the top when one comes back to it.
  useEffect(() => () => keepFirstPages(queries, JSON.parse(key) as QueryKey), [queries, key]);
  const pages: readonly ListPage<Item>[] = data?.pages ?? NO_PAGES;
  const rows = useMemo(() => rowsOf(pages), [pages]);
  return {
    id: key,
    pages,
    rows,
    rowAt: (index) => rows[index],
    status,
    error,
    isOutdated: isPlaceholderData,
    hasMore: hasNextPage && !isPlaceholderData,
    isLoadingMore: isFetchingNextPage,
    moreError: isFetchNextPageError ? error : null,
    loadMore: () => void fetchNextPage(),
    retry: () => void refetch(),
  };
}

/** `concat` copies whole pages: of fifty thousand rows in one go, while `flatMap` adds each by itself to a growing list. */
function rowsOf<Item>(pages: readonly ListPage<Item>[]): readonly Item[] {
  return ([] as Item[]).concat(...pages.map((page) => page.data));
}

/** After a change: loads again what is shown and has this prefix. Of long lists only their beginning. */
export async function refresh(queries: QueryClient, prefix: QueryKey): Promise<void> {
  keepFirstPages(queries, prefix);
  await queries.invalidateQueries({ queryKey: prefix });
}

export async function refreshAll(queries: QueryClient, prefixes: readonly QueryKey[]): Promise<void> {
  await Promise.all(prefixes.map((prefix) => refresh(queries, prefix)));
}

/** A list that is stale is fetched again page by page, all that are held: five hundred of them would take a while. */
function keepFirstPages(queries: QueryClient, prefix: QueryKey): void {
  queries.setQueriesData<InfiniteData<unknown>>(
    { queryKey: prefix, predicate: ({ state }) => isLong(state.data) },
    (held) => ({
      pages: held?.pages.slice(0, KEPT_PAGES) ?? [],
      pageParams: held?.pageParams.slice(0, KEPT_PAGES) ?? [],
    }),
  );
}

function isLong(data: unknown): boolean {
  const pages = (data as Partial<InfiniteData<unknown>> | undefined)?.pages;
  return Array.isArray(pages) && pages.length > KEPT_PAGES;
}
