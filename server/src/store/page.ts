import { sql, type SelectQueryBuilder } from 'kysely';

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
