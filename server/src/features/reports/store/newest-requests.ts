import { sql, type Kysely, type RawBuilder } from 'kysely';
import { CALLS_LOOKED_THROUGH, type AnyRequestQuery } from '@svc/contract';
import type { Page, PageRequest, Tables } from '#store';
import { conditionsOf, withinPage, type StoredRequest } from './request-records.ts';

/** With the name of its organization, or its id where the organization is gone. */
export type NamedRequest = StoredRequest & { readonly organization_name: string };

/**
 * Of all organizations, newest first: those that a filter finds among the next ones from the cursor on. Without an end, a filter that finds
 * little would read all there are, and an index for each would cost every call.
 */
export async function findNewestRequests(
  db: Kysely<Tables>,
  { organization_id: organizationId, engine, ...filter }: AnyRequestQuery,
  page: PageRequest,
): Promise<Page<NamedRequest>> {
  const { limit, beforeId } = page;
  const direction = sql.raw(beforeId === undefined ? 'desc' : 'asc');
  const order = sql`order by r.created_at ${direction}, r.request_id ${direction}`;
  const among = [
    ...(organizationId === undefined ? [] : [sql`r.organization_id = ${organizationId}`]),
    ...withinPage(page, {}),
  ];
  const wanted = [...conditionsOf(filter), ...(engine === undefined ? [] : [sql`r.engine = ${engine}`])];
  const { rows } = await sql<NamedRequest>`
    select found.*, coalesce(o.name, found.organization_id) as organization_name
    from (
      select r.* from (
        select r.* from request_records r ${where(among)} ${order} limit ${CALLS_LOOKED_THROUGH}) r
      ${where(wanted)} ${order} limit ${limit + 1}) found
    left join organizations o on o.id = found.organization_id
    order by found.created_at ${direction}, found.request_id ${direction}`.execute(db);
  const items = rows.slice(0, limit);
  return { items: beforeId === undefined ? items : items.toReversed(), hasMore: rows.length > limit };
}

function where(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
}
