import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConsoleWindow, openChromium } from '../../console/test/index.ts';
import {
  MAIN_KEY,
  oneOrganization,
  startConsoleNode,
  type RunningConsole,
} from '../../server/test-kit/index.ts';
import { HOME, readContents } from '../build/contents.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGES = [HOME, ...readContents(join(ROOT, 'docs')).flatMap(({ pages }) => pages.map(({ url }) => url))];
const REFERENCE = `${HOME}api/`;
/** Between them they have everything that pages are made of. */
const SAMPLE = [HOME, `${HOME}webhooks/`, `${HOME}limits/`, `${HOME}no-such-page/`];
const LOOKS = [
  [1280, 'light'],
  [360, 'light'],
  [1280, 'dark'],
  [360, 'dark'],
] as const;

let browser: Browser | undefined;
let service: RunningConsole;
let window: ConsoleWindow;

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['site/build.ts', '--if-stale'], { cwd: ROOT });
  browser = await openChromium();
  service = await startConsoleNode(undefined, { deployment: {}, provisioning: oneOrganization() });
  if (browser) window = await ConsoleWindow.open(browser, service);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const htmlOf = (url: string): string =>
  readFileSync(join(ROOT, 'site/dist', url.slice(HOME.length), 'index.html'), 'utf8');

describe('links of the documentation', () => {
  it('lead to pages and headings that are there', () => {
    const broken = [...PAGES, REFERENCE].flatMap((page) =>
      [...htmlOf(page).matchAll(/href="(#[^"]*|\/docs\/[^"]*)"/g)]
        .map(([, href]) => href!)
        .filter((href) => !isThere(page, href))
        .map((href) => `${page}: ${href}`),
    );
    expect(broken).toEqual([]);
  });

  function isThere(page: string, href: string): boolean {
    if (href.includes('/assets/')) return true;
    const [path, id] = href.split('#');
    const target = path === '' ? page : path!;
    if (![...PAGES, REFERENCE].includes(target)) return false;
    return !id || htmlOf(target).includes(`id="${id}"`);
  }
});

describe('titles of the documentation', () => {
  it('say what the page is about, each once', () => {
    const titles = [...PAGES, REFERENCE].map((page) =>
      /<title>(.*) · Svc<\/title>/.exec(htmlOf(page))?.[1]?.trim(),
    );
    expect(titles.filter((title) => !title)).toEqual([]);
    expect(titles).toContain('Webhooks');
    expect(titles.filter((title, i) => titles.indexOf(title) !== i)).toEqual([]);
  });
});

describe('the documentation in a browser', () => {
  beforeEach((context) => {
    if (!browser) context.skip('Chromium not found');
  });

  const goto = (url: string) => window.page.goto(service.baseUrl + url);
  const see = async (url: string, wrong: string[]): Promise<void> => {
    for (const [width, scheme] of LOOKS) {
      await window.page.setViewportSize({ width, height: 800 });
      const found = await window.violationsIn(scheme);
      wrong.push(...found.map((violation) => `${url} at ${width}: ${violation}`));
      if (await window.scrollsSideways()) wrong.push(`${url} at ${width}: wider than the window`);
    }
  };

  it('is accessible in light and dark, wide and narrow, and asks nobody else', async () => {
    const wrong: string[] = [];
    for (const url of SAMPLE) {
      await goto(url);
      await see(url, wrong);
    }
    expect(wrong).toEqual([]);
    expect(window.wrongs).toEqual([]);
  });

  it('fits a narrow window on every page', async () => {
    await window.page.setViewportSize({ width: 360, height: 800 });
    const wide: string[] = [];
    for (const url of PAGES) {
      await goto(url);
      if (await window.scrollsSideways()) wide.push(url);
    }
    expect(wide).toEqual([]);
    expect(window.wrongs).toEqual([]);
  });

  it('shows code whole on a wide window, beside the button that copies it, in the looks of the Console', async () => {
    const { page } = window;
    await page.setViewportSize({ width: 1440, height: 900 });
    const wrong: string[] = [];
    for (const url of PAGES) {
      await goto(url);
      const cut = await page
        .locator('article pre')
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
      if (cut > 0) wrong.push(`${url}: ${cut}`);
    }
    expect(wrong).toEqual([]);
    expect(await page.evaluate(() => document.fonts.check('16px Inter', 'a'))).toBe(true);
    expect(await page.locator('.brand img').evaluate((img: HTMLImageElement) => img.naturalWidth > 0)).toBe(
      true,
    );
  });

  it('folds its navigation on a narrow window, and keeps the theme that somebody chose', async () => {
    const { page } = window;
    await page.setViewportSize({ width: 360, height: 800 });
    await goto(HOME);
    await window.button('Menu').click();
    await page.getByRole('link', { name: 'Streaming' }).first().waitFor();
    expect(await window.violationsIn('light')).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('open-navigation');
    await page.getByLabel('Theme').selectOption('dark');
    await goto(`${HOME}streaming/`);
    expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('dark');
    await page.evaluate(() => localStorage.clear());
  });

  it('calls this service in its examples, and copies what is shown', async () => {
    const { page } = window;
    await window.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.setViewportSize({ width: 1280, height: 800 });
    await goto(`${HOME}costs/`);
    const example = page.locator('figure.code').filter({ hasText: `${service.baseUrl}/v1/models` });
    await example.getByRole('button', { name: 'Copy' }).click();
    await example.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await example.locator('code').textContent());
    expect(copied).toContain(`curl -sS ${service.baseUrl}/v1/models`);
    // The address of a setting is no example.
    await goto(`${HOME}install/`);
    await page.getByText(`curl ${service.baseUrl}/readyz`).waitFor();
    expect(await page.getByText('http://localhost:8080', { exact: true }).count()).toBe(1);
    expect(window.wrongs).toEqual([]);
  });

  it('leaves its examples as they are where no service answers', async () => {
    const { page } = window;
    await page.route('**/healthz', (route) => route.fulfill({ status: 404 }));
    const asked = page.waitForResponse('**/healthz');
    await goto(`${HOME}costs/`);
    await asked;
    expect(await page.locator('pre').first().textContent()).toContain('http://localhost:8080/v1/models');
    await page.unroute('**/healthz');
  });

  it('finds pages and operations by the keyboard', async () => {
    const { page } = window;
    await page.setViewportSize({ width: 1280, height: 800 });
    await goto(HOME);
    await page.keyboard.press('/');
    await page.keyboard.type('run a batch');
    await page.getByRole('status').filter({ hasText: 'result' }).waitFor();
    expect(await window.violationsIn('light')).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${HOME}batches/#run-a-batch`);
    await page.getByLabel('Search the documentation').fill('createEmbeddings');
    await page.getByRole('link', { name: 'API reference' }).filter({ hasText: 'embeddings' }).waitFor();
  });

  it('has a reference that is accessible and tries calls at this service with the key of the reader', async () => {
    const { page } = window;
    await goto(`${REFERENCE}?operation=createChatCompletion`);
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.getByLabel('Key', { exact: true }).first().fill(MAIN_KEY);
    expect(await window.violationsIn('light')).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Authorize' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
    await page
      .getByLabel('Request body')
      .first()
      .fill('{"stream":false,"messages":[{"role":"user","content":"Hi"}]}');
    const responded = page.waitForResponse(`${service.baseUrl}/v1/chat/completions`);
    await page.getByRole('button', { name: 'Execute' }).first().click();
    expect((await responded).status()).toBe(200);
    await page.locator('.live-responses-table').getByText('This is the sandbox').first().waitFor();
    const wrong: string[] = [];
    await see(REFERENCE, wrong);
    expect(wrong).toEqual([]);
    expect(window.wrongs).toEqual([]);
  });
});
