import type { SealedTable } from '#features/module';

export const SEALED_ITEMS: SealedTable = {
  name: 'response items',
  purpose: 'svc response items',
  table: 'response_items',
  key: ['workspace_id', 'item_id'],
  sealed: ['sealed'],
  placeOf: ({ workspace_id: id, item_id: itemId }) => ({
    owner: `workspace:${String(id)}`,
    aad: itemName(String(id), String(itemId)),
  }),
};

/** What an item is bound to. */
export function itemName(workspaceId: string, itemId: string): string {
  return `${workspaceId} ${itemId}`;
}
