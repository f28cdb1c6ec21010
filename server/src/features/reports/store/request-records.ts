import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import type { RequestQuery } from '@svc/contract';
import { decimalToNanos } from '#config';
import { isRestricted, type Access, type AccessScope } from '#features/module';
import { idTimeMs } from '#kit';
import { toPreciseTimestamp, type Page, type PageRequest, type Tables } from '#store';
import { isAccessible } from './accessible-usage.ts';

export type StoredRequest = Selectable<Tables['request_records']>;

export type RequestFilter = Omit<RequestQuery, 'limit' | 'after_id' | 'before_id'>;

/** Least costs that have an index, in nano-dollars, largest first. Literals: the database compares them with its indexes' own. */
const INDEXED_COSTS = [10_000_000_000, 1_000_000_000, 100_000_000, 10_000_000, 1_000_000];

/** Newest first. */
export async function findRequests(
  { organization: { db, organizationId }, access }: AccessScope,
  filter: RequestFilter,
  page: PageRequest,
): Promise<Page<StoredRequest>> {
  const { limit, beforeId } = page;
  const direction = sql.raw(beforeId === undefined ? 'desc' : 'asc');
  const conditions = [
    sql`r.organization_id = ${organizationId}`,
    ...conditionsOf(filter),
    ...withinPage(page, filter),
  ];
  const end = sql`order by created_at ${direction}, request_id ${direction} limit ${limit + 1}`;
  const select = (parts: readonly RawBuilder<unknown>[]) =>
    sql`select r.* from request_records r where ${sql.join([...conditions, ...parts], sql` and `)} ${end}`;
  const sources = sourcesOf(access, filter, select);
  if (sources.length === 0) return { items: [], hasMore: false };
  const { rows } = await sql<StoredRequest>`
    select * from (${sql.join(
      sources.map((source) => sql`(${source})`),
      sql` union all `,
    )}) as found ${end}`.execute(db);
  const items = rows.slice(0, limit);
  return { items: beforeId === undefined ? items : items.toReversed(), hasMore: rows.length > limit };
}

/** Its time is in its id, which the key begins with behind the organization. */
export async function findRequest(
  { organization: { db, organizationId }, access }: AccessScope,
  requestId: string,
): Promise<StoredRequest | undefined> {
  const { rows } = await sql<StoredRequest>`
    select * from request_records r
    where r.organization_id = ${organizationId} and r.created_at = ${timestamp(idTimeMs(requestId))}
      and r.request_id = ${requestId} and ${isAccessible(access, 'r')}`.execute(db);
  return rows[0];
}

/** Of any organization. Found by its time, which few calls share. */
export async function findAnyRequest(
  db: Kysely<Tables>,
  requestId: string,
): Promise<StoredRequest | undefined> {
  return db
    .selectFrom('request_records')
    .selectAll()
    .where('created_at', '=', idTimeMs(requestId))
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}

/**
 * What a caller reaches, as queries that can each follow one index: a condition with "or" would be looked for in all records of the
 * organization. None: nothing is reached.
 */
function sourcesOf(
  access: Access,
  { workspace_id: wanted, api_key_id: key, user_id: user }: RequestFilter,
  select: (parts: readonly RawBuilder<unknown>[]) => RawBuilder<unknown>,
): readonly RawBuilder<unknown>[] {
  const inWanted = wanted === undefined ? [] : [sql`r.workspace_id = ${wanted}`];
  // Few records as a rule, and with an index: what of them is reached is looked for there.
  if (!isRestricted(access) || key !== undefined || user !== undefined)
    return [select([...inWanted, isAccessible(access, 'r')])];
  const workspaceIds = access.workspaceIds.filter((id) => wanted === undefined || id === wanted);
  const own =
    access.userId === undefined ? [] : [select(ownElsewhere(access.userId, workspaceIds, inWanted))];
  if (workspaceIds.length === 0) return own;
  const ids = sql.join(workspaceIds.map((id) => sql`(${id})`));
  const ofEach = sql`
    select r.* from (values ${ids}) as reached(id) cross join lateral (${select([sql`r.workspace_id = reached.id`])}) r`;
  return [ofEach, ...own];
}

function ownElsewhere(
  userId: string,
  workspaceIds: readonly string[],
  inWanted: readonly RawBuilder<unknown>[],
): readonly RawBuilder<unknown>[] {
  const elsewhere = workspaceIds.length === 0 ? [] : [sql`r.workspace_id not in (${sql.join(workspaceIds)})`];
  return [sql`r.user_id = ${userId}`, ...elsewhere, ...inWanted];
}

export function conditionsOf(filter: RequestFilter): readonly RawBuilder<unknown>[] {
  const { starting_at: startMs, ending_at: endMs, outcome, status, min_cost_usd: cost } = filter;
  return [
    ...equal('key_id', filter.api_key_id),
    ...equal('user_id', filter.user_id),
    ...equal('model', filter.model),
    ...equal('error_code', filter.error_code),
    ...equal('status', status),
    ...(outcome === undefined || outcome === 'unsuccessful' ? [] : equal('outcome', outcome)),
    // Said of each filter that means it, in the words of the indexes.
    ...(isUnsuccessful(filter) ? [sql`r.outcome <> 'completed'`] : []),
    ...(cost === undefined ? [] : costingAtLeast(decimalToNanos(cost))),
    ...(startMs === undefined ? [] : [sql`r.created_at >= ${timestamp(startMs)}`]),
    ...(endMs === undefined ? [] : [sql`r.created_at < ${timestamp(endMs)}`]),
  ];
}

/** A completed call has the status 200. */
function isUnsuccessful({ outcome, status }: RequestFilter): boolean {
  if (status !== undefined && status !== 200) return true;
  return outcome !== undefined && outcome !== 'completed';
}

function costingAtLeast(nanos: number): readonly RawBuilder<unknown>[] {
  const indexed = INDEXED_COSTS.find((least) => least <= nanos);
  return [
    sql`r.cost_nanos >= ${nanos}`,
    ...(indexed === undefined ? [] : [sql`r.cost_nanos >= ${sql.lit(indexed)}`]),
  ];
}

/**
 * The first condition is for the partitions, which the second says nothing to. None where the filter's time says more: an index would be read
 * from the cursor on.
 */
export function withinPage(
  { afterId, beforeId }: PageRequest,
  { starting_at: startMs = 0, ending_at: endMs = Infinity }: RequestFilter,
): readonly RawBuilder<unknown>[] {
  const cursor = afterId ?? beforeId;
  if (cursor === undefined) return [];
  const atMs = idTimeMs(cursor);
  const at = timestamp(atMs);
  if (beforeId === undefined)
    return atMs >= endMs
      ? []
      : [sql`r.created_at <= ${at}`, sql`(r.created_at, r.request_id) < (${at}, ${cursor})`];
  return atMs < startMs
    ? []
    : [sql`r.created_at >= ${at}`, sql`(r.created_at, r.request_id) > (${at}, ${cursor})`];
}

function timestamp(ms: number): RawBuilder<unknown> {
  return sql`${toPreciseTimestamp(ms)}::timestamptz`;
}

function equal(column: string, value: string | number | undefined): readonly RawBuilder<unknown>[] {
  return value === undefined ? [] : [sql`${sql.ref(`r.${column}`)} = ${value}`];
}
