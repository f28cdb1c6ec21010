import { queryOptions } from '@tanstack/react-query';
import { call } from './console-api.ts';

const LIVE_MS = 3000;

/** What is used of the limits of the organization or of a workspace, again and again while the page is seen. */
export function limitUseOptions(workspaceId: string | undefined) {
  return queryOptions({
    queryKey: ['limit-use', workspaceId ?? 'organization'],
    queryFn: ({ signal }) =>
      workspaceId === undefined
        ? call('readLimitUse', { signal })
        : call('readWorkspaceLimitUse', { path: { workspace_id: workspaceId }, signal }),
    staleTime: LIVE_MS,
    refetchInterval: LIVE_MS,
  });
}
