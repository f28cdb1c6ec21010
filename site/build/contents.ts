import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ListedPage {
  /** File below `docs/`. */
  readonly file: string;
  readonly url: string;
  readonly title: string;
}

export interface PageGroup {
  readonly title: string;
  readonly pages: readonly ListedPage[];
}

/** Everything is below this path, on the service and in a static copy. */
export const HOME = '/docs/';
export const HOME_FILE = 'README.md';

/**
 * The pages of the site, in reading order: the lists of `docs/README.md`, grouped by its headings. What is not listed
 * there is for readers of the repository.
 */
export function readContents(docs: string): readonly PageGroup[] {
  const home = readFileSync(join(docs, HOME_FILE), 'utf8');
  return home
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: section.slice(0, section.indexOf('\n')),
      pages: [...section.matchAll(/^- \[(.+?)\]\(((?:[\w-]+\/)?[\w-]+\.md)\)/gm)].map(([, title, file]) => ({
        file: file!,
        title: title!,
        url: urlOf(file!),
      })),
    }))
    .filter(({ pages }) => pages.length > 0);
}

export function urlOf(file: string): string {
  return file === HOME_FILE ? HOME : `${HOME}${file.replace(/\.md$/, '')}/`;
}
