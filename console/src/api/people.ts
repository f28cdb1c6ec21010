import { queryOptions } from '@tanstack/react-query';
import type { Invite, OrganizationRole, User, UserSearch } from '@svc/contract';
import { sortQuery, type SortName } from './sort-name.ts';
import { call } from './console-api.ts';
import { listOptions, readWhole } from './pages.ts';

/** Prefixes of everything about members and invites in the cache. */
export const USERS = ['users'] as const;
export const INVITES = ['invites'] as const;

/** Of a large organization they are many pages, which are not asked for again with every form. */
const CHOICES_FRESH_MS = 60_000;

export type UserSort = SortName<UserSearch['sort']>;

export interface UserFilters {
  readonly search?: string | undefined;
  readonly role?: OrganizationRole | undefined;
  readonly status?: User['status'] | undefined;
  readonly sort: UserSort;
}

export const userList = ({ sort, ...filters }: UserFilters) =>
  listOptions<User>([...USERS, 'list', filters, sort], (page, options) =>
    call('searchUsers', { query: { ...filters, ...sortQuery(sort), ...page }, ...options }),
  );

export const inviteList = () =>
  listOptions<Invite>(INVITES, (query, options) => call('listInvites', { query, ...options }));

/** Who may have done something: people who are suspended, too. They are found by their name or address. */
export const actorChoicesOptions = queryOptions({
  queryKey: [...USERS, 'actors'],
  staleTime: CHOICES_FRESH_MS,
  queryFn: async ({ signal }) => {
    const users = await readWhole<User>((query, options) => call('listUsers', { query, ...options }), {
      signal,
    });
    return users.map(({ id, name, email }) => ({ id, name, more: email }));
  },
});

/** Who is chosen from in forms. */
export const userChoicesOptions = queryOptions({
  queryKey: [...USERS, 'choices'],
  staleTime: CHOICES_FRESH_MS,
  queryFn: ({ signal }) =>
    readWhole<User>(
      (page, options) => call('listUsers', { query: { ...page, status: 'active' }, ...options }),
      { signal },
    ),
});

/** Hands the office of primary owner over; confirmed by a fresh code of the authenticator app (D-CONS-2). */
export const transferOwnership = (userId: string, totp: string) =>
  call('transferOwnership', { body: { user_id: userId, totp } });
