import { useQuery, useQueryClient, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { mergeNewest } from './merge-newest.ts';
import type { ListPage } from './pages.ts';

/** How the newest items of a list are asked for, again and again. */
interface NewestOptions<Item> {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<ListPage<Item>>;
  readonly refetchInterval: number;
}

/** While it is live, puts items that have come into the list. A hidden page sends no requests. */
export function useLiveList<Item extends { readonly id: string }>(
  listKey: QueryKey,
  newestOptions: NewestOptions<Item>,
  isLive: boolean,
): void {
  const queries = useQueryClient();
  const { data: newest } = useQuery({ ...newestOptions, staleTime: 0, gcTime: 0, enabled: isLive });
  const key = JSON.stringify(listKey);
  useEffect(() => {
    if (!isLive || !newest) return;
    queries.setQueryData<InfiniteData<ListPage<Item>, string | undefined>>(
      JSON.parse(key) as QueryKey,
      (held) => held && mergeNewest(held, newest),
    );
  }, [queries, key, newest, isLive]);
}
