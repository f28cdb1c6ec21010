/** What the index of the search and whoever searches it agree on. */
export { SEARCH_FIELDS, type SearchEntry } from './search-fields.ts';
