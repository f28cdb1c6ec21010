import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { inviteList, userList, type UserFilters } from '../../api/people.ts';
import { nameIn, oneOf, searchParser, sortBy, text } from '../../shell/search-parser.ts';
import { guardedPage, shellRoute } from '../../shell/shell-route.ts';
import { searchNames } from '../../strings/search-names.ts';
import { shellStrings } from '../../strings/shell.ts';

const TABS = ['members', 'invites', 'groups'] as const;
export type MembersTab = (typeof TABS)[number];

const parseSearch = searchParser({
  tab: oneOf(TABS),
  /** Words that are searched for. */
  q: text,
  role: nameIn(shellStrings.roles),
  status: nameIn(searchNames.memberStatuses),
  sort: sortBy(['name', 'role', 'last_active_at', 'added_at']),
});
export type MembersSearch = ReturnType<typeof parseSearch>;

/** What the list of members is asked for. */
export function userFilters({ q, role, status, sort = 'name' }: MembersSearch): UserFilters {
  return { search: q, role, status, sort };
}

export const membersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/members',
  validateSearch: parseSearch,
  ...guardedPage({
    title: 'Members',
    icon: Users,
    key: 'h',
    group: 'organization',
    permission: 'members.manage',
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { tab, ...search } }) => {
    if (tab === undefined || tab === 'members')
      void context.queries.prefetchInfiniteQuery(userList(userFilters(search)));
    if (tab === 'invites') void context.queries.prefetchInfiniteQuery(inviteList());
  },
  component: lazyRouteComponent(() => import('./members-page.tsx'), 'MembersPage'),
});
