import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';

/** The requested part of a list, newest first (D-PAGE-1). At most one of the two ids is set. */
export interface PageRequest {
  readonly limit: number;
  readonly afterId?: string | undefined;
  readonly beforeId?: string | undefined;
}

export interface Page<T> {
  /** Newest first. */
  readonly items: readonly T[];
  /** Whether more items follow in the requested direction. */
  readonly hasMore: boolean;
}

/**
 * Reads one page of a query whose rows sort by `column` and whose ids begin with their time. Reads one extra
 * row to learn whether more follow.
 */
export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  column: string,
  page: PageRequest,
): Promise<Page<Row>> {
  const { limit, beforeId } = page;
  const rows = await selectPage(query, column, page).execute();
  const items = rows.slice(0, limit);
  return { items: beforeId === undefined ? items : items.toReversed(), hasMore: rows.length > limit };
}

/** The rows of a page and the extra one, nearest to its cursor first. */
export function selectPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  column: string,
  { limit, afterId, beforeId }: PageRequest,
): SelectQueryBuilder<DB, TB, Row> {
  const id = sql.ref<string>(column);
  let part = query.orderBy(id, beforeId === undefined ? 'desc' : 'asc').limit(limit + 1);
  if (afterId !== undefined) part = part.where(id, '<', afterId);
  if (beforeId !== undefined) part = part.where(id, '>', beforeId);
  return part;
}

/** The order of a list. `by` is never null, or rows would be in no page; the id decides between equals. */
export interface PageOrder {
  readonly by: RawBuilder<unknown>;
  readonly direction: 'asc' | 'desc';
}

interface SortedPageRequest {
  readonly limit: number;
  readonly afterId?: string | undefined;
}

/**
 * Reads one page of a query in an order of the caller's. `all` has the row of `afterId`, even where `query` leaves it out: its place is found
 * in the database, since values lose digits on their way here.
 */
export async function readSortedPage<DB, TB extends keyof DB, Row, All, From extends keyof All>(
  query: SelectQueryBuilder<DB, TB, Row>,
  all: SelectQueryBuilder<All, From, unknown>,
  { by, direction }: PageOrder,
  column: string,
  { limit, afterId }: SortedPageRequest,
): Promise<Page<Row>> {
  const id = sql.ref<string>(column);
  let part = query
    .orderBy(by, direction)
    .orderBy(id, direction)
    .limit(limit + 1);
  if (afterId !== undefined) {
    const place = all.clearSelect().select(by.as('place')).where(id, '=', afterId);
    const isBehind = direction === 'asc' ? sql.raw('>') : sql.raw('<');
    // The value as a subquery of one column: the index on value and id can begin there.
    part = part.where(sql<boolean>`(${by}, ${id}) ${isBehind} ((${place}), ${afterId})`);
  }
  const rows = await part.execute();
  return { items: rows.slice(0, limit), hasMore: rows.length > limit };
}
