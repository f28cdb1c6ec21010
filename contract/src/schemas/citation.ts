import { z } from 'zod';

const count = z.int().min(0);
const page = z.int().min(1);

const cited = { cited_text: z.string().min(1).describe('Exactly as in the source; not billed as output.') };
const document = {
  ...cited,
  document_index: count.describe('Among all documents of the request, in their order.'),
  document_title: z.string().nullable(),
  file_id: z.string().nullable(),
};

/** Where a text of a reply has its support (D-42, D-41). */
export const Citation = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('char_location'),
      ...document,
      start_char_index: count.describe('In code points of the text.'),
      end_char_index: count.describe('Exclusive.'),
    }),
    z.strictObject({
      type: z.literal('page_location'),
      ...document,
      start_page_number: page.describe('Pages, slides or sheets, counted from 1.'),
      end_page_number: page.describe('Exclusive.'),
    }),
    z.strictObject({ type: z.literal('web_location'), ...cited, url: z.string(), title: z.string().nullable() }),
  ])
  .meta({ id: 'Citation' });
export type Citation = z.infer<typeof Citation>;

const stretch = {
  start_index: count.describe('In code points of the content: where what is supported begins.'),
  end_index: count.describe('Exclusive.'),
};

/** A citation of a chat reply (D-34). Only with the chat extensions flag. */
export const Annotation = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('url_citation'), url_citation: z.object({ url: z.string(), title: z.string(), ...stretch }) }),
    z.object({
      type: z.literal('file_citation'),
      file_citation: z.object({
        file_id: z.string().nullable(),
        filename: z.string().nullable(),
        quote: z.string().min(1),
        page: page.nullable().describe('The first page, of documents that have pages.'),
        ...stretch,
      }),
    }),
  ])
  .meta({ id: 'Annotation' });
export type Annotation = z.infer<typeof Annotation>;
