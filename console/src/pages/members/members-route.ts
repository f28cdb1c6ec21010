import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { OrganizationRole } from '@svc/contract';
import { inviteList, userList } from '../../api/people.ts';
import { requirePermission, shellRoute } from '../../shell/shell-route.ts';
import { shellStrings } from '../../strings/shell.ts';

const TABS = ['members', 'invites', 'groups'] as const;
export type MembersTab = (typeof TABS)[number];

interface MembersSearch {
  readonly tab?: MembersTab;
  readonly role?: OrganizationRole;
}

export const membersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/members',
  validateSearch: ({ tab, role }: Record<string, unknown>): MembersSearch => ({
    ...(TABS.includes(tab as MembersTab) ? { tab: tab as MembersTab } : {}),
    ...(typeof role === 'string' && role in shellStrings.roles ? { role: role as OrganizationRole } : {}),
  }),
  beforeLoad: requirePermission('members.manage'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { tab, role } }) => {
    if (tab === undefined || tab === 'members') void context.queries.prefetchInfiniteQuery(userList(role));
    if (tab === 'invites') void context.queries.prefetchInfiniteQuery(inviteList());
  },
  component: lazyRouteComponent(() => import('./members-page.tsx'), 'MembersPage'),
});
