import { contextOf } from './listed-context.ts';
import type { OfferedModel } from './offered-model.ts';
import { entriesOf, type ListReader, type Page, nameIn, readPages, textIn } from './read-page.ts';

/** The models of the Gemini API that write replies: the engine has no other operation. */
export async function listGemini(reader: ListReader, apiVersion: string): Promise<OfferedModel[]> {
  const pages = await allPages(reader, `/${apiVersion}/models?pageSize=1000`);
  return pages
    .flatMap((page) => entriesIn(page, 'models'))
    .filter(writesReplies)
    .flatMap(toOffered);
}

/** Of the models of Vertex AI only these are called by `generateContent`. */
export async function listVertex(reader: ListReader): Promise<OfferedModel[]> {
  const pages = await allPages(reader, '/v1beta1/publishers/google/models?pageSize=300');
  return pages
    .flatMap((page) => entriesIn(page, 'publisherModels'))
    .flatMap(toOffered)
    .filter(({ model }) => model.startsWith('gemini-') && !model.includes('embedding'));
}

function allPages(reader: ListReader, first: string): Promise<Page[]> {
  return readPages(reader, first, (page) => {
    const token = textIn(page, 'nextPageToken');
    return token === undefined ? undefined : `${first}&pageToken=${encodeURIComponent(token)}`;
  });
}

/** The API leaves out a list that is empty. */
function entriesIn(page: Page, member: string): Page[] {
  return page[member] === undefined ? [] : entriesOf(page, member);
}

function writesReplies({ supportedGenerationMethods: methods }: Page): boolean {
  return Array.isArray(methods) && methods.includes('generateContent');
}

/** `models/m` and `publishers/google/models/m` are called `m`. */
function toOffered(entry: Page): OfferedModel[] {
  const model = nameIn(entry, 'name')?.split('/').at(-1);
  return model === undefined || model === '' ? [] : [{ model, kind: 'chat', ...contextOf(entry) }];
}
