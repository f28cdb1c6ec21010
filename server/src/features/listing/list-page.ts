import { ApiError } from '@svc/contract';
import type { Page, PageRequest } from '#store';

/** What every list takes, checked. */
export interface PageQuery {
  readonly limit: number;
  readonly after_id?: string | undefined;
  /** The same as after_id. OpenAI's client pages with it; if it were ignored, the client would read the first page forever. */
  readonly after?: string | undefined;
  readonly before_id?: string | undefined;
}

export interface ListBody<Item extends object = object> {
  readonly object: 'list';
  readonly data: readonly Item[];
  readonly has_more: boolean;
  readonly first_id: string | null;
  readonly last_id: string | null;
}

interface ListParts<Row, Item> {
  readonly read: (page: PageRequest) => Promise<Page<Row>>;
  /**
   * Whether an id has a place in this list, whatever it is filtered by. Newest first, every id of its kind does. In an order by
   * value, ids of rows alone do.
   */
  readonly hasPlace: (id: string) => boolean | Promise<boolean>;
  readonly toItem: (row: Row) => Item;
  readonly idOf: (row: Row) => string;
}

/** One page of a list. A cursor without a place in the list is refused, or a wrong one would look like its end (D-PAGE-1). */
export async function listPage<Row, Item extends object>(
  query: PageQuery,
  { read, hasPlace, toItem, idOf }: ListParts<Row, Item>,
): Promise<ListBody<Item>> {
  const sent = (['after_id', 'after', 'before_id'] as const).filter((name) => query[name] !== undefined);
  const [name] = sent;
  if (sent.length > 1 && query.before_id !== undefined)
    throw invalid('before_id', `Send ${name} or before_id, not both.`);
  if (name !== undefined && !(await hasPlace(query[name]!)))
    throw invalid(name, 'This is no id of an item of this list. Use first_id or last_id of a page.');
  const { limit, after_id: afterId = query.after, before_id: beforeId } = query;
  const { items, hasMore } = await read({ limit, afterId, beforeId });
  const [first, last] = [items[0], items.at(-1)];
  return {
    object: 'list',
    data: items.map(toItem),
    has_more: hasMore,
    first_id: first === undefined ? null : idOf(first),
    last_id: last === undefined ? null : idOf(last),
  };
}

function invalid(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', { param, message });
}
