import { sql, type SelectQueryBuilder } from 'kysely';

/** Which part of a list, newest first, is asked for (D-PAGE-1). At most one of the two ids is given. */
export interface PageRequest {
  readonly limit: number;
  readonly afterId?: string | undefined;
  readonly beforeId?: string | undefined;
}

export interface Page<T> {
  /** Newest first. */
  readonly items: readonly T[];
  /** Whether there are more in the direction asked for. */
  readonly hasMore: boolean;
}

/**
 * One page of a query over rows that sort by `column`, whose ids begin with their time. One row more than asked for is read,
 * which tells whether there are others.
 */
export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  column: string,
  { limit, afterId, beforeId }: PageRequest,
): Promise<Page<Row>> {
  const id = sql.ref<string>(column);
  let part = query.orderBy(id, beforeId === undefined ? 'desc' : 'asc').limit(limit + 1);
  if (afterId !== undefined) part = part.where(id, '<', afterId);
  if (beforeId !== undefined) part = part.where(id, '>', beforeId);
  const rows = await part.execute();
  const items = rows.slice(0, limit);
  return { items: beforeId === undefined ? items : items.toReversed(), hasMore: rows.length > limit };
}
