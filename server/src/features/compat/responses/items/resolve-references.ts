import { ApiError } from '@svc/contract';
import type { Authenticated, ItemReference, Parsed } from '#exchange';
import type { CompatSettings } from '../../base/compat-settings.ts';
import { insertItems } from '../parse/insert-items.ts';
import type { ResponseItems } from './response-items.ts';

/**
 * Replaces items that a body only names by those that were kept (COMPR-21). Throws 400 for the first one that the
 * workspace does not have, 503 while nobody can say. Synchronous where there is none.
 */
export function resolveReferences(
  items: ResponseItems,
  settings: CompatSettings,
  exchange: Authenticated & Parsed,
): void | Promise<void> {
  const { references = [] } = exchange.call.responses ?? {};
  const [first] = references;
  if (!first) return;
  const { workspaceId } = exchange.credential;
  if (workspaceId === null || !items.keepsFor(exchange.credential)) throw unknownItem(first, undefined);
  const ids = references.map(({ itemId }) => itemId);
  return items.find(workspaceId, ids, settings.bodyLimitBytes).then(async (found) => {
    const missing = references.find(({ itemId }) => !found.has(itemId));
    if (missing) throw unknownItem(missing, items.keptHours);
    exchange.call = await insertItems(exchange.call, references, found, settings);
  });
}

/** `keptHours`: undefined where nothing is kept for the caller (COMPR-20). */
function unknownItem({ itemId, path }: ItemReference, keptHours: number | undefined): ApiError {
  const why =
    keptHours === undefined
      ? 'Items are not kept here; set `store` to false.'
      : `Items of replies are kept for ${keptHours} hours; send the item itself, or set \`store\` to false.`;
  return new ApiError('invalid_request', {
    param: `${path}.id`,
    message: `Item with id '${itemId}' not found. ${why}`,
  });
}
