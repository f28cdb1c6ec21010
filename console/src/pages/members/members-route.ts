import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { OrganizationRole, User } from '@svc/contract';
import { inviteList, userList, type UserFilters, type UserSort } from '../../api/people.ts';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';
import { shellStrings } from '../../strings/shell.ts';
import { isSortName } from '../../ui/sort-name.ts';

const TABS = ['members', 'invites', 'groups'] as const;
export type MembersTab = (typeof TABS)[number];

export interface MembersSearch {
  readonly tab?: MembersTab;
  /** Words that are searched for. */
  readonly q?: string;
  readonly role?: OrganizationRole;
  readonly status?: User['status'];
  readonly sort?: UserSort;
}

const STATUSES: readonly unknown[] = ['active', 'suspended'] satisfies readonly User['status'][];
const SORTS = ['name', 'role', 'last_active_at', 'added_at'] as const;

/** What the list of members is asked for. */
export function userFilters({ q, role, status, sort = 'name' }: MembersSearch): UserFilters {
  return { search: q, role, status, sort };
}

export const membersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/members',
  validateSearch: ({ tab, q, role, status, sort }: Record<string, unknown>): MembersSearch => ({
    ...(TABS.includes(tab as MembersTab) ? { tab: tab as MembersTab } : {}),
    ...(typeof role === 'string' && role in shellStrings.roles ? { role: role as OrganizationRole } : {}),
    // The router reads what looks like a number as one.
    ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q) } : {}),
    ...(STATUSES.includes(status) ? { status: status as User['status'] } : {}),
    ...(isSortName(SORTS, sort) ? { sort } : {}),
  }),
  beforeLoad: requirePermission('members.manage'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { tab, ...search } }) => {
    if (tab === undefined || tab === 'members')
      void context.queries.prefetchInfiniteQuery(userList(userFilters(search)));
    if (tab === 'invites') void context.queries.prefetchInfiniteQuery(inviteList());
  },
  component: lazyRouteComponent(() => import('./members-page.tsx'), 'MembersPage'),
});
