import { queryOptions, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import type { Me, Permission } from '@svc/contract';
import { call, rememberCsrfToken } from './console-api.ts';
import { rememberPerson } from './kept-content.ts';

const FRESH_MS = 60_000;

const ME = ['me'] as const;

/**
 * Who is signed in, where, and what they may do. Fails with `session_required` when nobody is. The person may have gone on in
 * another tab, to another organization or as somebody else: then what was loaded before is forgotten ahead of the answer, whose
 * token would let this tab change the one by what it shows of the other.
 */
export const meOptions = queryOptions({
  queryKey: ME,
  staleTime: FRESH_MS,
  queryFn: async ({ client, signal }) => {
    const me = await call('readMe', { signal });
    const before = client.getQueryData<Me>(ME);
    if (before && placeOf(before) !== placeOf(me)) forget(client);
    rememberCsrfToken(me.csrf_token);
    rememberPerson(localStorage, me.user.id);
    return me;
  },
});

/** Whose Console of which organization it is: what was loaded or typed in one is of no use in another. */
export function placeOf({ user, organization }: Me): string {
  return `${user.id} ${organization.id}`;
}

/** All but who is signed in. What is shown is loaded again: clearing the cache would leave what is drawn as it was. */
function forget(queries: QueryClient): void {
  void queries.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] });
}

export function useMe(): Me {
  return useSuspenseQuery(meOptions).data;
}

/** What they have no permission for is left out of a page. */
export function useCan(): (permission: Permission) => boolean {
  const { permissions } = useMe();
  return (permission) => permissions[permission] !== undefined;
}

interface WorkspaceChoice {
  /** Undefined: there is none. */
  readonly workspace: Me['workspaces'][number] | undefined;
  /** All that one may choose from. */
  readonly workspaces: Me['workspaces'];
}

/** Of the workspaces where the person has the permission: the one that the address names, else the default one. */
export function useChosenWorkspace(permission: Permission, chosen: string | undefined): WorkspaceChoice {
  const workspaces = useMe().workspaces.filter(({ permissions }) => permissions[permission]);
  const workspace =
    workspaces.find(({ id }) => id === chosen) ?? workspaces.find((one) => one.is_default) ?? workspaces[0];
  return { workspace, workspaces };
}

/** Goes on in another organization. */
export async function switchOrganization(queries: QueryClient, organizationId: string): Promise<void> {
  await call('switchOrganization', { body: { organization_id: organizationId } });
  await queries.fetchQuery({ ...meOptions, staleTime: 0 });
}
