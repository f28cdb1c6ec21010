import { describe, expect, it } from 'vitest';
import type { RunningConsole } from '../../server/test-kit/index.ts';
import { PASSWORD } from './acme.ts';
import { BUSY_ACME, EMAIL_OF, fillBusyAcme, type BusyIds } from './busy-acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';
import { measureFirstPage } from './measure-page.ts';
import { pagePaths } from './page-paths.ts';

const LOOKS = [
  { width: 1280, scheme: 'light' },
  { width: 360, scheme: 'dark' },
] as const;
const FIRST_PAGE_BYTES = 200_000;
/** Each costs a head, and compresses by itself. */
const FIRST_PAGE_SCRIPTS = 10;

/** Runs in the page. Controls that show no word, save buttons of an icon alone, which have a label. A clipped word is none. */
function unnamedControls(): string[] {
  const isSeen = (node: Node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { width, height } = node.parentElement!.getBoundingClientRect();
    return width > 2 && height > 2 && range.getClientRects().length > 0 && node.textContent!.trim() !== '';
  };
  const showsWord = (element: Element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) if (isSeen(texts.currentNode)) return true;
    return false;
  };
  return [...document.querySelectorAll('header :is(a, button), [role^=menuitem]')]
    .filter((element) => element.checkVisibility() && !element.matches('.sr-only'))
    .filter((element) => element.matches('[role^=menuitem]') || !element.hasAttribute('aria-label'))
    .filter((element) => !showsWord(element))
    .map((element) => element.outerHTML.slice(0, 200));
}

describe('every page of the Console', () => {
  let service: RunningConsole;
  let open: OpenWindow;
  let ids: BusyIds;
  /** Of the primary owner, who signed in before she had an authenticator app. */
  let window: ConsoleWindow;

  withConsole(BUSY_ACME, async (running, openWindow) => {
    [service, open] = [running, openWindow];
    window = await open();
    await window.signIn(EMAIL_OF.primary_owner, PASSWORD);
    ids = await fillBusyAcme(service);
  });

  it('is accessible in light and dark, fits wide and narrow windows, and keeps to the policy', async () => {
    const wrong: string[] = [];
    const look = async (at: ConsoleWindow, path: string): Promise<void> => {
      // Loading the Console takes ten times as long as another page of it. What stands behind `#` is read when it is loaded.
      if (path.includes('#')) {
        await at.goto(path);
        await at.page.reload();
      } else await at.move(path);
      for (const { width, scheme } of LOOKS) {
        await at.page.setViewportSize({ width, height: 800 });
        await at.settled();
        wrong.push(
          ...(await at.violationsIn(scheme)).map((violation) => `${path} at ${width}: ${violation}`),
        );
        if (await at.scrollsSideways()) wrong.push(`${path} at ${width}: wider than the window`);
      }
    };
    const { inside, outside } = await pagePaths(window, ids);
    const stranger = await open();
    await stranger.goto('/sign-in');
    for (const path of outside) await look(stranger, path);
    for (const path of inside) await look(window, path);
    expect(wrong).toEqual([]);
    expect([...stranger.wrongs, ...window.wrongs]).toEqual([]);
    await stranger.close();
  }, 300_000);

  it('is reached by the keyboard alone: skip link, navigation, page chooser, menus', async () => {
    const { page } = window;
    await page.setViewportSize({ width: 1280, height: 800 });
    await window.load('/');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
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
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('dark');
    await page.evaluate(() => localStorage.clear());
    expect(window.wrongs).toEqual([]);
  });

  it('shows where the focus is, on everything the Tab key comes to, and stays within an open dialog', async () => {
    const { page } = window;
    const stops = async (): Promise<string[]> => {
      const seen: string[] = [];
      for (let step = 0; step < 60; step++) {
        await page.keyboard.press('Tab');
        const stop = await page.evaluate(() => {
          const at = document.activeElement;
          if (!at || at === document.body) return '';
          // A filter is framed together with its name.
          const framed = at.closest('.focus-within\\:outline-2') ?? at;
          const { outlineStyle, outlineWidth } = getComputedStyle(framed);
          const name = `${at.tagName} ${at.ariaLabel ?? at.textContent}`.slice(0, 60);
          return outlineStyle === 'none' || outlineWidth === '0px' ? `no outline: ${name}` : name;
        });
        if (stop !== '' && stop === seen[0]) break;
        seen.push(stop);
      }
      return seen;
    };
    await page.setViewportSize({ width: 1280, height: 800 });
    await window.goto('/keys');
    await page.getByRole('link', { name: 'website backend' }).waitFor();
    const onPage = await stops();
    expect(onPage.filter((stop) => stop.startsWith('no outline'))).toEqual([]);
    expect(onPage).toEqual(
      expect.arrayContaining([
        'BUTTON Create key',
        'A website backend',
        'A Playground',
        'SELECT ActiveInactiveExpiredRevokedAll',
      ]),
    );
    await window.button('Create key').click();
    await window.dialog.getByLabel('Name').waitFor();
    const inDialog = await stops();
    expect(inDialog.filter((stop) => stop.startsWith('no outline'))).toEqual([]);
    expect(inDialog).toEqual(expect.arrayContaining(['BUTTON Cancel', 'BUTTON Close']));
    expect(inDialog).not.toContain('A Playground');
    await page.keyboard.press('Escape');
  });

  it('folds its navigation on a narrow window, and Escape folds it again', async () => {
    await window.page.setViewportSize({ width: 360, height: 800 });
    await window.goto('/keys');
    await window.button('Open navigation').click();
    await window.page.getByRole('link', { name: 'Playground' }).waitFor();
    expect(await window.violations()).toEqual([]);
    await window.page.keyboard.press('Escape');
    expect(await window.page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Open navigation');
    expect(await window.page.getByRole('link', { name: 'Playground' }).isVisible()).toBe(false);
    await window.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('names every control of the navigation and of every menu on a narrow window', async () => {
    const { page } = window;
    await page.setViewportSize({ width: 390, height: 800 });
    const wrong: string[] = [];
    const menus = new Set<string>();
    const { inside } = await pagePaths(window, ids);
    const look = async (place: string): Promise<void> => {
      wrong.push(...(await window.violationsIn('light')).map((violation) => `${place}: ${violation}`));
      wrong.push(...(await page.evaluate(unnamedControls)).map((control) => `${place}: ${control}`));
    };
    for (const path of inside) {
      await window.move(path);
      const buttons = page.locator('main [aria-haspopup=menu]:visible');
      for (let at = 0; at < (await buttons.count()); at += 1) {
        const button = buttons.nth(at);
        // Of many rows one: what stands behind the name of an object is alike.
        const kind = `${path} ${(await button.getAttribute('aria-label'))?.split(' ')[0]}`;
        if (menus.has(kind)) continue;
        menus.add(kind);
        await button.click();
        await page.getByRole('menu').waitFor();
        await look(kind);
        await page.keyboard.press('Escape');
        await page.getByRole('menu').waitFor({ state: 'detached' });
      }
    }
    await window.goto('/');
    await window.button('Open navigation').click();
    await look('navigation');
    for (const button of await page.locator('header [aria-haspopup=menu]:visible').all()) {
      await button.click();
      await page.getByRole('menu').waitFor();
      await look('menu of the navigation');
      await page.keyboard.press('Escape');
    }
    expect(wrong).toEqual([]);
    expect(menus.size).toBeGreaterThan(3);
    await page.setViewportSize({ width: 1280, height: 800 });
  }, 300_000);

  it.each(['/members', '/members?tab=invites', '/keys', '/limits?tab=spend', '/audit'])(
    'says on a narrow screen all that a wide one does: %s',
    async (path) => {
      await window.page.setViewportSize({ width: 1280, height: 800 });
      await window.goto(path);
      const first = window.page.getByRole('row').nth(1);
      await first.waitFor();
      const cells = await first.getByRole('cell').allInnerTexts();
      await window.page.setViewportSize({ width: 360, height: 800 });
      await expect.poll(async () => (await first.getByRole('cell').count()) < cells.length).toBe(true);
      const shown = await first.innerText();
      for (const text of cells.flatMap((cell) => cell.split('\n'))) expect(shown).toContain(text);
      await window.page.setViewportSize({ width: 1280, height: 800 });
    },
  );

  it('sends less than 200 KB for a first page', async () => {
    const storageState = await window.context.storageState();
    const { bytes, scripts } = await measureFirstPage(window.context.browser()!, service, storageState);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(FIRST_PAGE_BYTES);
    expect(scripts).toBeLessThan(FIRST_PAGE_SCRIPTS);
  });

  it('says when more of a list cannot be loaded, and asks again only when told to', async () => {
    const { page } = window;
    let asked = 0;
    await page.route('**/console/api/search/audit_events?*', async (route) => {
      if (new URL(route.request().url()).searchParams.has('after_id')) {
        asked += 1;
        return route.fulfill({
          status: 429,
          json: {
            error: { type: 'rate_limit_error', code: 'rate_limited', message: 'Too many.', param: null },
          },
        });
      }
      const response = await route.fetch();
      return route.fulfill({ response, json: { ...((await response.json()) as object), has_more: true } });
    });
    await window.goto('/audit');
    await page
      .getByRole('region', { name: 'Audit events' })
      .evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
    await page.getByText('Too many.').waitFor();
    expect(asked).toBe(1);
    await window.button('Try again').click();
    await expect.poll(() => asked).toBe(2);
    await window.unroute();
  });

  it('asks for a long address to be typed in a dialog that fits a narrow screen', async () => {
    await window.page.setViewportSize({ width: 360, height: 800 });
    await window.goto('/members');
    await window.page.getByRole('row').filter({ hasText: 'Lo Ng' }).getByRole('button').last().click();
    await window.page.getByRole('menuitem', { name: 'Remove from the organization' }).click();
    await window.dialog.getByText('a.person.with.a.remarkably.long.address').waitFor();
    expect(await window.scrollsSideways()).toBe(false);
  });
});
