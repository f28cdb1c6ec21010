import { sql, type SelectQueryBuilder } from 'kysely';
import { ORGANIZATION_ROLES, type UserSearch } from '@svc/contract';
import {
  hasWords,
  readSortedPage,
  type OrganizationScope,
  type Page,
  type PageRequest,
  type Tables,
} from '#store';
import { everMembersOf, usersOf, type StoredUser } from './users.ts';

const FIELDS = [
  { value: sql<string>`u.name` },
  { value: sql<string>`u.email` },
  { value: sql<string>`u.id`, fromCharacters: 8 },
];

/** Of each order what it sorts by. Roles are sorted by what they may. */
const VALUES = {
  added_at: sql`m.added_at`,
  name: sql`lower(u.name)`,
  last_active_at: sql`coalesce(m.last_active_at, '-infinity')`,
  role: sql`array_position(array[${sql.join(ORGANIZATION_ROLES)}]::text[], m.role)`,
} as const satisfies Readonly<Record<UserSearch['sort'], unknown>>;

export function findSearchedUsers(
  scope: OrganizationScope,
  query: UserSearch,
  page: PageRequest,
): Promise<Page<StoredUser>> {
  let users = usersOf(scope);
  if (query.role !== undefined) users = users.where('m.role', '=', query.role);
  if (query.status !== undefined) users = users.where('m.status', '=', query.status);
  if (query.search !== undefined) users = users.where(hasWords(query.search, FIELDS));
  const order = { by: VALUES[query.sort], direction: query.order };
  return readSortedPage(
    users as unknown as SelectQueryBuilder<Tables, 'users', StoredUser>,
    everMembersOf(scope),
    order,
    'u.id',
    page,
  );
}
