import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases } from '#test-kit';
import { startConsole, type RunningConsole } from '../running-console.ts';
import { ACME, PASSWORD } from './acme.ts';
import { openChromium } from './chromium.ts';
import { ConsoleWindow } from './console-window.ts';
import { INSIDE, OUTSIDE } from './page-paths.ts';

const LOOKS = [
  { name: 'wide and light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'narrow and dark', viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
] as const;

const FIRST_PAGE_BYTES = 200_000;
const [embedded] = await testDatabases();
const browser: Browser | undefined = await openChromium();

describe('every page of the Console', () => {
  let service: RunningConsole;

  beforeAll(async () => {
    if (browser) service = await startConsole(embedded!, ACME);
  }, 90_000);

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  beforeEach((context) => {
    if (!browser) context.skip('Chromium not found');
  });

  it.each(LOOKS)(
    'is accessible, fits and keeps to the policy, $name',
    async ({ viewport, colorScheme }) => {
      const window = await ConsoleWindow.open(browser!, service, { viewport, colorScheme });
      const look = async (path: string) => {
        await window.goto(path);
        // Two pages with one name differ in what stands behind `#`: the browser would stay where it is.
        if (path.includes('#')) await window.page.reload();
        await window.settled();
        expect([path, await window.violations()]).toEqual([path, []]);
        expect([path, await window.scrollsSideways()]).toEqual([path, false]);
      };
      for (const path of OUTSIDE) await look(path);
      await window.signIn('ada@acme.test', PASSWORD);
      for (const path of INSIDE) await look(path);
      expect(window.wrongs).toEqual([]);
      await window.close();
    },
    180_000,
  );

  it('is reached by the keyboard alone: skip link, navigation, page chooser, menus', async () => {
    const window = await ConsoleWindow.open(browser!, service);
    await window.signIn('ada@acme.test', PASSWORD);
    await window.goto('/');
    const { page } = window;
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    await page.keyboard.press('Control+k');
    await window.dialog.getByRole('combobox').waitFor();
    expect(await window.violations()).toEqual([]);
    await page.keyboard.type('admin');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Admin keys' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    await page.getByRole('button', { name: 'Ada Lovelace' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Dark' }).waitFor();
    expect(await window.violations()).toEqual([]);
    await page.getByRole('menuitem', { name: 'Dark' }).press('Enter');
    expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('dark');
    await page.keyboard.press('Escape');
    expect(window.wrongs).toEqual([]);
    await window.close();
  });

  it('sends less than 200 KB for a first page', async () => {
    const window = await ConsoleWindow.open(browser!, service);
    await window.signIn('ada@acme.test', PASSWORD);
    const sizes: Promise<number>[] = [];
    window.page.on('response', (response) =>
      sizes.push(
        response
          .request()
          .sizes()
          .then(({ responseBodySize }) => responseBodySize),
      ),
    );
    const fresh = await window.context.newCDPSession(window.page);
    await fresh.send('Network.clearBrowserCache');
    await window.goto('/');
    await window.page.waitForLoadState('networkidle');
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(FIRST_PAGE_BYTES);
    await window.close();
  });
});
