import { ApiError } from '@svc/contract';
import type { Page, PageRequest } from '#store';

/** What every list takes, checked. */
export interface PageQuery {
  readonly limit: number;
  readonly after_id?: string | undefined;
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
  /** Whether an id is, or may once have been, one of this list, whatever it is filtered by. */
  readonly cursorExists: (id: string) => boolean | Promise<boolean>;
  readonly toItem: (row: Row) => Item;
  readonly idOf: (row: Row) => string;
}

/** One page of a list. An id that the list does not know is refused, or a wrong one would look like the end of the list. */
export async function listPage<Row, Item extends object>(
  query: PageQuery,
  { read, cursorExists, toItem, idOf }: ListParts<Row, Item>,
): Promise<ListBody<Item>> {
  const { limit, after_id: afterId, before_id: beforeId } = query;
  if (afterId !== undefined && beforeId !== undefined)
    throw invalid('before_id', 'Send after_id or before_id, not both.');
  const cursor = afterId ?? beforeId;
  if (cursor !== undefined && !(await cursorExists(cursor))) {
    throw invalid(
      afterId === undefined ? 'before_id' : 'after_id',
      'The list has no item with this id. Use first_id or last_id of a page.',
    );
  }
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
