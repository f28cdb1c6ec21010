import { queryOptions } from '@tanstack/react-query';
import type { Invite, OrganizationRole, User, UserSearch } from '@svc/contract';
import { sortQuery, type SortName } from '../ui/sort-name.ts';
import { admin, call } from './console-api.ts';
import { listOptions, readWhole, type ListPage } from './pages.ts';

/** Prefixes of everything about members and invites in the cache. */
export const USERS = ['users'] as const;
export const INVITES = ['invites'] as const;

/** Of a large organization they are many pages, which are not asked for anew with every form. */
const CHOICES_FRESH_MS = 60_000;

export type UserSort = SortName<UserSearch['sort']>;

export interface UserFilters {
  readonly search?: string | undefined;
  readonly role?: OrganizationRole | undefined;
  readonly status?: User['status'] | undefined;
  readonly sort: UserSort;
}

export const userList = ({ sort, ...filters }: UserFilters) =>
  listOptions<User>([...USERS, 'list', filters, sort], (page, { signal }) =>
    call<ListPage<User>>('GET', '/search/users', {
      query: { ...filters, ...sortQuery(sort), ...page },
      signal,
    }),
  );

export const inviteList = () =>
  listOptions<Invite>(INVITES, (page, options) => admin.listInvites(page, options));

/** Who is chosen from in forms. */
export const userChoicesOptions = queryOptions({
  queryKey: [...USERS, 'choices'],
  staleTime: CHOICES_FRESH_MS,
  queryFn: ({ signal }) =>
    readWhole<User>((page, options) => admin.listUsers({ ...page, status: 'active' }, options), { signal }),
});

/** Hands the office of primary owner over; confirmed by a fresh code of the authenticator app (D-CONS-2). */
export const transferOwnership = (userId: string, totp: string) =>
  call('POST', '/organization/transfer', { body: { user_id: userId, totp } });
