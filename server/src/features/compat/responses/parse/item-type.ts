import type { Fields } from '#features/conversation';

/** Some clients leave out the type, or send null: a message has a role, and a reference an id. */
export function itemType({ type, role, id }: Fields): unknown {
  if (type !== undefined && type !== null) return type;
  if (role !== undefined) return 'message';
  return typeof id === 'string' ? 'item_reference' : undefined;
}
