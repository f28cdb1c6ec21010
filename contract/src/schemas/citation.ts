import { z } from 'zod';

const count = z.int().min(0);

const document = {
  cited_text: z.string().describe('Exactly as in the source; not billed as output.'),
  document_index: count.describe('Among all documents of the request, in their order.'),
  document_title: z.string().nullable(),
  file_id: z.string().nullable(),
};

const CharLocation = z.strictObject({
  type: z.literal('char_location'),
  ...document,
  start_char_index: count.describe('In code points of the text.'),
  end_char_index: count.describe('Exclusive.'),
});

const PageLocation = z.strictObject({
  type: z.literal('page_location'),
  ...document,
  start_page_number: count.describe('Pages, slides or sheets, from 1.'),
  end_page_number: count.describe('Exclusive.'),
});

const WebLocation = z.strictObject({
  type: z.literal('web_location'),
  cited_text: document.cited_text,
  url: z.string(),
  title: z.string().nullable(),
});

/** Where a text of a reply has its support (D-42, D-41). */
export const Citation = z
  .discriminatedUnion('type', [CharLocation, PageLocation, WebLocation])
  .meta({ id: 'Citation' });
export type Citation = z.infer<typeof Citation>;

const absent = { document_title: true, file_id: true } as const;

/** As it may be sent back: clients leave out what is null. */
export const SentCitation = z
  .discriminatedUnion('type', [
    CharLocation.partial(absent),
    PageLocation.partial(absent),
    WebLocation.partial({ title: true }),
  ])
  .meta({ id: 'SentCitation' });

const stretch = {
  start_index: count.describe('In code points of the content: where what is supported begins.'),
  end_index: count.describe('Exclusive.'),
};

/** A citation of a chat reply (D-34). Only with the chat extensions flag. */
export const Annotation = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('url_citation'),
      url_citation: z.object({ url: z.string(), title: z.string(), ...stretch }),
    }),
    z.object({
      type: z.literal('file_citation'),
      file_citation: z.object({
        file_id: z.string().nullable(),
        filename: z.string().nullable(),
        quote: z.string(),
        page: count.nullable().describe('The first page, of documents that have pages.'),
        ...stretch,
      }),
    }),
  ])
  .meta({ id: 'Annotation' });
export type Annotation = z.infer<typeof Annotation>;
