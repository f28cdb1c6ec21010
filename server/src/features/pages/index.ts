/** Pages for browsers: the built files of the Console and of the documentation. Their data come from operations, like everybody's. */
export { createConsolePages } from './console-pages.ts';
export { createDocsPages } from './docs-pages.ts';
