/** Pages of lists, alike wherever there is one (D-PAGE-1). */
export { listPage, type ListBody, type PageQuery } from './list-page.ts';
export { cutPage } from './cut-page.ts';
export { isWellFormedId } from './is-well-formed-id.ts';
