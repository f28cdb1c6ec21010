import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';
import { wholeNumber } from './fields.ts';

/** What every list takes (D-PAGE-1). */
export function pageQuery(limits: LimitValues) {
  return z.object({
    limit: wholeNumber(1, limits.page_items)
      .default(limits.page_items_default)
      .meta({
        description: `Items of a page, up to ${limits.page_items}.`,
        default: limits.page_items_default,
      }),
    after_id: z.string().min(1).max(100).optional().describe('Items older than this one.'),
    before_id: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Items newer than this one. Not together with after_id.'),
  });
}

/** What a list takes whose archived items are left out unless asked for. */
export function archivableQuery(limits: LimitValues) {
  return pageQuery(limits).extend({ include_archived: z.enum(['true', 'false']).default('false') });
}

/** What every page of a list has besides its items. */
export const Page = z
  .object({
    object: z.literal('list'),
    has_more: z.boolean().describe('Whether there are more in the direction asked for.'),
    first_id: z.string().nullable().describe('Id of the newest item. Null: the page is empty.'),
    last_id: z.string().nullable().describe('Id of the oldest item. Null: the page is empty.'),
  })
  .meta({ id: 'Page' });

/** A page of a list, newest first (D-PAGE-1). */
export function listOf<Item extends z.ZodObject>(item: Item) {
  const { object, ...rest } = Page.shape;
  return z.object({ object, data: z.array(item), ...rest });
}

/** Answer to a removal (D-GEN-2). */
export function deletion(type: string) {
  return z.object({ id: z.string(), type: z.literal(type), deleted: z.literal(true) });
}
