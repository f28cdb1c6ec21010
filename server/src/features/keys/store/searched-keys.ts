import { sql } from 'kysely';
import type { ApiKeySearch } from '@svc/contract';
import type { AccessScope } from '#features/module';
import { hasWords, readSortedPage, toPreciseTimestamp, type Page, type PageRequest } from '#store';
import { keysOf, matchingKeys, type AdministeredKey } from './administered-keys.ts';

/** What a key is known by: name, who made it, its workspace, id, and the ends of its secret. */
const FIELDS = [
  { value: sql<string>`k.name` },
  { value: sql<string>`u.name` },
  { value: sql<string>`u.email` },
  { value: sql<string>`w.name` },
  { value: sql<string>`k.id`, fromCharacters: 8 },
  { value: sql<string>`k.hint`, fromCharacters: 4 },
  // As the Console shows it.
  { value: sql<string>`k.prefix || '…' || k.hint`, fromCharacters: 8 },
];

export function findSearchedKeys(
  scope: AccessScope,
  query: ApiKeySearch,
  nowMs: number,
  page: PageRequest,
): Promise<Page<AdministeredKey>> {
  const keys = matchingKeys(scope, query, nowMs);
  const order = { by: valueOf(query.sort, nowMs), direction: query.order };
  if (query.search === undefined) return readSortedPage(keys, keysOf(scope), order, 'k.id', page);
  const found = keys
    .innerJoin('workspaces as w', 'w.id', 'k.workspace_id')
    .where(hasWords(query.search, FIELDS));
  return readSortedPage(found, keysOf(scope), order, 'k.id', page);
}

function valueOf(sort: ApiKeySearch['sort'], nowMs: number) {
  if (sort === 'name') return sql`lower(k.name)`;
  if (sort === 'last_used_at') return sql`coalesce(k.last_used_at, '-infinity')`;
  // Ids begin with their time.
  if (sort === 'created_at') return sql`k.id`;
  const isExpired = sql`k.expires_at <= ${toPreciseTimestamp(nowMs)}::timestamptz`;
  return sql`case when k.status = 'revoked' then 3 when ${isExpired} then 2 when k.status = 'inactive' then 1 else 0 end`;
}
