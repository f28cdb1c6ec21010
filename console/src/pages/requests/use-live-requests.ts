import { useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { RequestSummary } from '@svc/contract';
import { useEffect } from 'react';
import { mergeNewest } from '../../api/merge-newest.ts';
import type { ListPage } from '../../api/pages.ts';
import { newestRequestsOptions, requestList, type RequestFilters } from '../../api/requests.ts';

/** While it is live, puts calls that have ended into the list. A page that nobody sees asks for nothing. */
export function useLiveRequests(filters: RequestFilters, isLive: boolean): void {
  const queries = useQueryClient();
  const { data: newest } = useQuery({ ...newestRequestsOptions(filters), enabled: isLive });
  const key = JSON.stringify(requestList(filters).queryKey);
  useEffect(() => {
    if (!isLive || !newest) return;
    queries.setQueryData<InfiniteData<ListPage<RequestSummary>, string | undefined>>(
      JSON.parse(key) as unknown[],
      (held) => held && mergeNewest(held, newest),
    );
  }, [queries, key, newest, isLive]);
}
