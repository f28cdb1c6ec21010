import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ERRORS, TYPE_BY_STATUS } from '@svc/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { DOCS_HOME, DOCS_PLACES, docsOfError, docsOfPage, docsUrl, type DocsPlace } from './docs.ts';

const ROOT = join(import.meta.dirname, '../../..');
const OWN_FILE = 'console/src/strings/docs.ts';
const SOURCES = globSync('console/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (file) => file !== OWN_FILE && !file.endsWith('.test.ts'),
);
const PLACES = Object.keys(DOCS_PLACES) as DocsPlace[];

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Whether the site has the page, and the heading in it. */
function isThere(url: string): boolean {
  const [path = '', heading] = url.slice(DOCS_HOME.length).split('#');
  try {
    const html = read(join('site/dist', path, 'index.html'));
    return heading === undefined || html.includes(`id="${heading}"`);
  } catch {
    return false;
  }
}

describe('links into the documentation', () => {
  beforeAll(() => promisify(execFile)(process.execPath, ['site/build.ts', '--if-stale'], { cwd: ROOT }));

  it('lead to pages and headings that are there', () => {
    expect(isThere(`${DOCS_HOME}no-such-page/`)).toBe(false);
    expect(isThere(`${DOCS_HOME}console/#no-such-heading`)).toBe(false);
    expect(PLACES.map(docsUrl).filter((url) => !isThere(url))).toEqual([]);
  });

  it('explain every error of the API', () => {
    const urls = new Set(
      Object.values(ERRORS).map(({ status }) => docsOfError(status, TYPE_BY_STATUS[status])),
    );
    expect(urls.size).toBeGreaterThan(10);
    expect([...urls].filter((url) => !isThere(url))).toEqual([]);
  });

  it('stand in the head of every page of people who are signed in', () => {
    const routes = globSync('console/src/pages/*/*-route.ts', { cwd: ROOT }).flatMap((file) =>
      [...read(file).matchAll(/=> (?:shellRoute|operatorShellRoute),\n\s+path: '([^']*)'/g)].map(
        ([, path]) => path!,
      ),
    );
    expect(routes.length).toBeGreaterThan(25);
    expect(routes.filter((path) => !isThere(docsOfPage(path)))).toEqual([]);
  });

  it('are named in one place, and all used', () => {
    expect(SOURCES.filter((file) => /['"`]\/docs\b/.test(read(file)))).toEqual([]);
    const sources = SOURCES.map(read);
    const attributes = sources.join('\n');
    // A file that names the type chooses places in code: as a value of its own, not as an attribute.
    const values = sources.filter((source) => source.includes('DocsPlace')).join('\n');
    const ofPages = /const PLACE_OF_PAGE[^}]*/.exec(read(OWN_FILE))![0];
    const unused = PLACES.filter(
      (place) =>
        !ofPages.includes(`'${place}'`) &&
        !values.includes(`'${place}'`) &&
        !new RegExp(`(?:docs|to)="${place}"|\\bdocs: '${place}'`).test(attributes),
    );
    expect(unused).toEqual([]);
  });
});
