import { queryOptions } from '@tanstack/react-query';
import type { Invite, OrganizationRole, User } from '@svc/contract';
import { admin, call } from './console-api.ts';
import { listOptions } from './pages.ts';

/** Prefixes of everything about members and invites in the cache. */
export const USERS = ['users'] as const;
export const INVITES = ['invites'] as const;

/** Who is chosen from in forms: more than these have to be found by their e-mail. */
const MOST_CHOICES = 100;

export const userList = (role?: OrganizationRole) =>
  listOptions<User>([...USERS, 'list', role ?? 'any'], (page, options) => admin.listUsers({ ...page, ...(role ? { role } : {}) }, options));

export const inviteList = () => listOptions<Invite>(INVITES, (page, options) => admin.listInvites(page, options));

export const userChoicesOptions = queryOptions({
  queryKey: [...USERS, 'choices'],
  queryFn: async ({ signal }) => (await admin.listUsers({ limit: MOST_CHOICES, status: 'active' }, { signal })).data,
});

/** Hands the office of primary owner over; confirmed by a fresh code of the authenticator app (D-CONS-2). */
export const transferOwnership = (userId: string, totp: string) =>
  call('POST', '/organization/transfer', { body: { user_id: userId, totp } });
