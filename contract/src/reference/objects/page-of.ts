/** A page with one item, which is all there is. */
export function pageOf<Item extends object>(item: Item, id: string) {
  return { object: 'list', data: [item], has_more: false, first_id: id, last_id: id } as const;
}
