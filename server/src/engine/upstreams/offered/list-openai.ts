import type { OfferedModel } from './offered-model.ts';
import { contextOf } from './listed-context.ts';
import { dialectOf } from './listed-dialect.ts';
import { entriesOf, type ListReader, type Page, readPage, readPages, nameIn, textIn } from './read-page.ts';

/** `path`: of the list. Servers of OpenAI's form answer it whole. */
export async function listOpenAi(reader: ListReader, path = '/models'): Promise<OfferedModel[]> {
  return modelsIn(await readPage(reader, path), (entry) => ({ ...contextOf(entry), ...dialectOf(entry) }));
}

/** Anthropic's list has pages, and is else of the same form. */
export async function listAnthropic(reader: ListReader): Promise<OfferedModel[]> {
  const first = '/models?limit=1000';
  const pages = await readPages(reader, first, (page) => {
    const last = page['has_more'] === true ? textIn(page, 'last_id') : undefined;
    return last === undefined ? undefined : `${first}&after_id=${encodeURIComponent(last)}`;
  });
  return pages.flatMap((page) => modelsIn(page, contextOf));
}

function modelsIn(page: Page, details: (entry: Page) => Omit<OfferedModel, 'model'>): OfferedModel[] {
  return entriesOf(page, 'data').flatMap((entry) => {
    const model = nameIn(entry, 'id');
    return model === undefined ? [] : [{ model, ...details(entry) }];
  });
}
