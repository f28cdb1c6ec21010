import type { Options } from 'minisearch';

/** One result of a search. Its id is its URL. */
export interface SearchEntry {
  readonly id: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

/** The same when the index is made and when it is searched. */
export const SEARCH_FIELDS: Options<SearchEntry> = {
  fields: ['page', 'heading', 'text'],
  storeFields: ['page', 'heading'],
  searchOptions: { prefix: true, fuzzy: 0.15, combineWith: 'AND', boost: { page: 3, heading: 4 } },
};
