import MiniSearch from 'minisearch';
import { ADMINISTRATION_OPERATIONS, INFERENCE_OPERATIONS, WORKSPACE_OPERATIONS } from '@svc/contract';
import { SEARCH_FIELDS, type SearchEntry } from '#search';
import { HOME, type PageGroup } from './contents.ts';
import type { Section } from './markdown.ts';

/** The index of everything that can be found: sections of pages, and operations of the API. As JSON that a browser loads. */
export function makeSearchIndex(
  contents: readonly PageGroup[],
  sections: ReadonlyMap<string, readonly Section[]>,
): string {
  const index = new MiniSearch<SearchEntry>(SEARCH_FIELDS);
  const pages = contents.flatMap((group) => group.pages);
  for (const { url, title } of pages)
    for (const { id, heading, text, level } of sections.get(url) ?? [])
      index.add({ id: level === 1 ? url : `${url}#${id}`, page: title, heading, text });
  for (const { id, method, path, summary } of [
    ...INFERENCE_OPERATIONS,
    ...WORKSPACE_OPERATIONS,
    ...ADMINISTRATION_OPERATIONS,
  ])
    index.add({
      id: `${HOME}api/?operation=${id}`,
      page: 'API reference',
      heading: summary ?? id,
      text: `${method} ${path} ${id}`,
    });
  return JSON.stringify(index);
}
