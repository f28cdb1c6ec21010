import { ApiError, type User, type UserQuery, type UserSearch } from '@svc/contract';
import { isWellFormedId, listPage, type ListBody } from '#features/listing';
import { toTimestamp } from '#kit';
import type { OrganizationScope } from '#store';
import { findSearchedUsers } from './store/searched-users.ts';
import { findUser, findUserPage, wasMember, type StoredUser } from './store/users.ts';

/** Members of the organization (D-ADM-2), by the id of the person. */
export function listUsers(scope: OrganizationScope, query: UserQuery): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findUserPage(scope, query, page),
    hasPlace: isWellFormedId('user'),
    toItem: toUser,
    idOf: ({ id }) => id,
  });
}

/** The same members, searched and sorted. */
export function searchUsers(scope: OrganizationScope, query: UserSearch): Promise<ListBody> {
  return listPage(query, {
    read: (page) => findSearchedUsers(scope, query, page),
    hasPlace: (id) => wasMember(scope, id),
    toItem: toUser,
    idOf: ({ id }) => id,
  });
}

export async function readUser(scope: OrganizationScope, id: string): Promise<User> {
  return toUser(await requireUser(scope, id));
}

/** Throws 404 for a person who is not, or no longer, a member. */
export async function requireUser(scope: OrganizationScope, id: string): Promise<StoredUser> {
  const user = await findUser(scope, id);
  if (!user) throw new ApiError('user_not_found');
  return user;
}

function toUser(user: StoredUser): User {
  return {
    id: user.id,
    type: 'user',
    email: user.email,
    name: user.name,
    role: user.role,
    status: user.status,
    second_factor: user.two_factor_enabled,
    directory_managed: user.directory_managed,
    added_at: toTimestamp(user.added_at),
    last_active_at: user.last_active_at === null ? null : toTimestamp(user.last_active_at),
  };
}
