import { z } from 'zod';

const position = z.int().min(0);
const document = {
  cited_text: z.string(),
  document_index: position,
  document_title: z.string().nullish(),
  file_id: z.string().nullish(),
};

/** Where a text has its support (D-42). Offsets in code points, ends exclusive; pages from 1. */
export const Citation = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('char_location'), ...document, start_char_index: position, end_char_index: position }),
    z.strictObject({ type: z.literal('page_location'), ...document, start_page_number: position, end_page_number: position }),
    z.strictObject({ type: z.literal('web_location'), cited_text: z.string(), url: z.string(), title: z.string().nullish() }),
  ])
  .meta({ id: 'Citation' });
