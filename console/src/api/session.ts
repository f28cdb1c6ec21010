import { queryOptions, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import type { Me, Permission } from '@svc/contract';
import { call, rememberCsrfToken } from './console-api.ts';

const FRESH_MS = 60_000;

/** Who is signed in, where, and what they may do. Fails with `session_required` when nobody is. */
export const meOptions = queryOptions({
  queryKey: ['me'],
  staleTime: FRESH_MS,
  queryFn: async ({ signal }) => remember(await call<Me>('GET', '/me', { signal })),
});

function remember(me: Me): Me {
  rememberCsrfToken(me.csrf_token);
  return me;
}

export function useMe(): Me {
  return useSuspenseQuery(meOptions).data;
}

/** What they have no permission for is left out of a page. */
export function useCan(): (permission: Permission) => boolean {
  const { permissions } = useMe();
  return (permission) => permissions[permission] !== undefined;
}

/**
 * Goes on in another organization. What was loaded in the one before is forgotten, and what is shown is loaded anew: clearing
 * the cache would leave what is drawn as it was.
 */
export async function switchOrganization(queries: QueryClient, organizationId: string): Promise<void> {
  await call('POST', '/me/organization', { body: { organization_id: organizationId } });
  await queries.fetchQuery({ ...meOptions, staleTime: 0 });
  await queries.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== meOptions.queryKey[0] });
}
