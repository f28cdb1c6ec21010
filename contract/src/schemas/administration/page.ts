import { z } from 'zod';
import type { LimitValues } from '../../limits.ts';

/** A whole number in a query. */
function wholeNumber(max: number, otherwise: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from 1 to ${max}`)
    .optional()
    .transform((text) => (text === undefined ? otherwise : Number(text)))
    .pipe(z.int().min(1).max(max));
}

/** What every list takes (D-PAGE-1). */
export function pageQuery(limits: LimitValues) {
  return z.object({
    limit: wholeNumber(limits.page_items, limits.page_items_default).describe(
      `Items of a page, up to ${limits.page_items}.`,
    ),
    after_id: z.string().min(1).max(100).optional().describe('Items older than this one.'),
    before_id: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Items newer than this one. Not together with after_id.'),
  });
}

/** A page of a list, newest first (D-PAGE-1). */
export function listOf<Item extends z.ZodObject>(item: Item) {
  return z.object({
    object: z.literal('list'),
    data: z.array(item),
    has_more: z.boolean().describe('Whether there are more in the direction asked for.'),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
  });
}

/** Answer to a removal (D-GEN-2). */
export function deletion(type: string) {
  return z.object({ id: z.string(), type: z.literal(type), deleted: z.literal(true) });
}
