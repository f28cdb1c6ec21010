import { sql, type Selectable } from 'kysely';
import type { ApiKeyQuery } from '@svc/contract';
import type { MemberStatus } from '#features/organization';
import { isRestricted, type AccessScope } from '#features/module';
import { readPage, toPreciseTimestamp, type Page, type PageRequest, type Tables } from '#store';

/** A key with its creator, as administrators see it. */
export type AdministeredKey = Selectable<Tables['api_keys']> & {
  readonly email: string;
  readonly member_status: MemberStatus | null;
};

export async function findApiKeys(
  scope: AccessScope,
  query: ApiKeyQuery,
  nowMs: number,
  page: PageRequest,
): Promise<Page<AdministeredKey>> {
  return readPage(matchingKeys(scope, query, nowMs), 'k.id', page);
}

/** The keys a list is about, in no order. */
export function matchingKeys(scope: AccessScope, query: Omit<ApiKeyQuery, 'before_id'>, nowMs: number) {
  let keys = keysOf(scope);
  if (query.status !== 'all') keys = keys.where(hasStatus(query.status, nowMs));
  if (query.workspace_id !== undefined) keys = keys.where('k.workspace_id', '=', query.workspace_id);
  if (query.created_by !== undefined) keys = keys.where('k.created_by', '=', query.created_by);
  const { unused_since: since } = query;
  if (since !== undefined)
    keys = keys.where((eb) => eb.or([eb('k.last_used_at', '<', since), eb('k.last_used_at', 'is', null)]));
  return keys;
}

/** A key the caller may reach; with `lock` it stays as it is until the transaction ends. */
export async function findApiKey(
  scope: AccessScope,
  id: string,
  { lock }: { readonly lock: boolean },
): Promise<AdministeredKey | undefined> {
  const key = keysOf(scope).where('k.id', '=', id);
  return (lock ? key.forUpdate('k') : key).executeTakeFirst();
}

/** Those of the keys that the caller may reach. They stay as they are until the transaction ends, locked in one order everywhere. */
export async function findApiKeysOf(
  scope: AccessScope,
  ids: readonly string[],
): Promise<readonly AdministeredKey[]> {
  return keysOf(scope).where('k.id', 'in', ids).orderBy('k.id').forUpdate('k').execute();
}

/** Expired is what is past its date and not revoked: it is stored nowhere (D-KEY-2). */
function hasStatus(status: 'active' | 'inactive' | 'revoked' | 'expired', nowMs: number) {
  const now = sql`${toPreciseTimestamp(nowMs)}::timestamptz`;
  if (status === 'revoked') return sql<boolean>`k.status = 'revoked'`;
  if (status === 'expired') return sql<boolean>`k.expires_at <= ${now} and k.status <> 'revoked'`;
  return sql<boolean>`k.status = ${status} and (k.expires_at is null or k.expires_at > ${now})`;
}

/** Every key the caller may reach. */
export function keysOf({ organization: { db, organizationId }, access }: AccessScope) {
  const keys = db
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.id', 'k.created_by')
    .leftJoin('members as m', (join) =>
      join.onRef('m.organization_id', '=', 'k.organization_id').onRef('m.user_id', '=', 'k.created_by'),
    )
    .selectAll('k')
    .select(['u.email', 'm.status as member_status'])
    .where('k.organization_id', '=', organizationId);
  if (!isRestricted(access)) return keys;
  const { workspaceIds, userId } = access;
  return keys.where((eb) =>
    eb.or([
      ...(workspaceIds.length > 0 ? [eb('k.workspace_id', 'in', workspaceIds)] : []),
      ...(userId === undefined ? [] : [eb('k.created_by', '=', userId)]),
    ]),
  );
}
