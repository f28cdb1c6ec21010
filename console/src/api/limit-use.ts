import { queryOptions } from '@tanstack/react-query';
import type { LimitUse } from '@svc/contract';
import { call } from './console-api.ts';

const LIVE_MS = 3000;

/** What is used of the limits of the organization or of a workspace, again and again while the page is seen. */
export function limitUseOptions(workspaceId: string | undefined) {
  const path =
    workspaceId === undefined ? '/limit_use' : `/workspaces/${encodeURIComponent(workspaceId)}/limit_use`;
  return queryOptions({
    queryKey: ['limit-use', workspaceId ?? 'organization'],
    queryFn: ({ signal }) => call<LimitUse>('GET', path, { signal }),
    staleTime: LIVE_MS,
    refetchInterval: LIVE_MS,
  });
}
