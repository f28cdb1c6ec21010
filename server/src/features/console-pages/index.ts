/** The Console's pages: static files of `console/dist`. Its data come from operations, like everybody's. */
export { createConsolePages, type ConsolePages } from './console-pages.ts';
