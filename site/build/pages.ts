import { Eleventy, type EleventyConfig } from '@11ty/eleventy';
import { BETAS, NEWEST_VERSION } from '@svc/contract';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Assets } from './bundle.ts';
import { HOME, HOME_FILE, readContents, urlOf, type ListedPage, type PageGroup } from './contents.ts';
import { amendMarkdown, type Section } from './markdown.ts';
import { makeSearchIndex } from './search-index.ts';

const DOCS = 'docs';
/** Every operation, and not only those without a flag. */
const DESCRIPTION = `/api/openapi?version=${NEWEST_VERSION}&beta=${BETAS.join(',')}`;

/** What Eleventy knows of a page. Its URL starts at the site. */
interface PageData {
  readonly page: { readonly inputPath: string; readonly url: string };
  readonly title?: string;
}

/** Writes every page of `docs/` that the site lists, and answers the index to search them. */
export async function writePages(root: string, into: string, assets: Assets): Promise<string> {
  // Eleventy takes every path from here.
  process.chdir(root);
  const contents = readContents(DOCS);
  const sections = new Map<string, Section[]>();
  const site = new Eleventy(DOCS, into, {
    quietMode: true,
    configPath: false,
    config: (config) => configure(config, contents, sections, assets),
  });
  await site.write();
  return makeSearchIndex(contents, sections);
}

function configure(
  config: EleventyConfig,
  contents: readonly PageGroup[],
  sections: Map<string, Section[]>,
  assets: Assets,
): void {
  const pages = contents.flatMap((group) => group.pages);
  const listed = new Set([HOME_FILE, ...pages.map(({ file }) => file)]);
  for (const file of filesBelow(DOCS)) if (!listed.has(file)) config.ignores.add(join(DOCS, file));
  config.setUseGitIgnore(false);
  config.setIncludesDirectory('../site/layout');
  // Braces in pages are those of prompt templates.
  config.addGlobalData('templateEngineOverride', 'md');
  for (const [name, value] of Object.entries({
    layout: 'page.njk',
    home: HOME,
    description: DESCRIPTION,
    contents,
    assets,
  }))
    config.addGlobalData(name, value);
  config.addGlobalData(
    'permalink',
    () =>
      ({ page }: PageData) =>
        `${urlOf(relative(DOCS, page.inputPath)).slice(HOME.length)}index.html`,
  );
  config.addGlobalData('eleventyComputed', computePage(pages));
  config.addTemplate('api.md', '', {
    layout: 'reference.njk',
    permalink: 'api/index.html',
    title: 'API reference',
  });
  config.addTemplate('404.md', '', { layout: 'missing.njk', permalink: '404.html', title: 'No such page' });
  config.addFilter('sectionsOf', (url: string) =>
    (sections.get(url) ?? []).filter(({ level }) => level === 2),
  );
  config.amendLibrary('md', (markdown) => amendMarkdown(markdown, listed, sections));
}

function computePage(pages: readonly ListedPage[]) {
  const place = ({ page }: PageData): number =>
    pages.findIndex(({ file }) => file === relative(DOCS, page.inputPath));
  return {
    // Eleventy gives an empty title while this one is computed.
    title: (data: PageData) => data.title || pages[place(data)]?.title || 'Documentation',
    before: (data: PageData) => pages[place(data) - 1],
    after: (data: PageData) => pages[place(data) + 1],
  };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}
