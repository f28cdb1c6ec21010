import { describe, expect, it } from 'vitest';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole } from './with-console.ts';

describe('the looks of the Console', () => {
  let window: ConsoleWindow;

  withConsole(ACME, async (_service, open) => {
    window = await open({ viewport: { width: 1440, height: 900 } });
    await window.signIn('ada@acme.test', PASSWORD);
  });

  it('are those of its own font, which the service serves', async () => {
    // A busy browser asks its cache for the same font twice.
    const fonts = new Set<string>();
    window.page.on('response', (response) => {
      if (response.headers()['content-type'] === 'font/woff2') fonts.add(new URL(response.url()).pathname);
    });
    await window.load('/keys');
    await window.page.evaluate(() => document.fonts.ready.then(() => undefined));
    expect([...fonts]).toEqual([expect.stringMatching(/^\/console\/assets\/inter-latin-[\w-]+\.woff2$/)]);
    const drawn = await window.page.evaluate(() =>
      [...document.fonts].map(({ family, status }) => `${family.replaceAll('"', '')} ${status}`),
    );
    expect(drawn).toEqual(['Inter loaded']);
    expect(window.wrongs).toEqual([]);
  });

  it('put the organization in one line with the heading of the page', async () => {
    await window.goto('/keys');
    const middle = async (text: string) => {
      const box = (await window.page.locator(text).boundingBox())!;
      return box.y + box.height / 2;
    };
    expect(Math.abs((await middle('h1')) - (await middle('header a[aria-label]')))).toBeLessThanOrEqual(1);
  });

  it('show in the navigation which page it is, on a low screen too', async () => {
    const { page } = window;
    await page.setViewportSize({ width: 1280, height: 480 });
    await window.goto('/settings');
    const current = page.getByRole('navigation').first().locator('[aria-current=page]');
    const isInSight = () =>
      current.evaluate((link) => {
        const { top, bottom } = link.getBoundingClientRect();
        const frame = link.closest('nav')!.getBoundingClientRect();
        return top >= frame.top && bottom <= frame.bottom;
      });
    await expect.poll(isInSight).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it.each([1440, 360])(
    'show the whole key of an authenticator app at %i px, four letters at a time',
    async (width) => {
      const { page } = window;
      await page.setViewportSize({ width, height: 900 });
      await window.goto('/profile');
      await window.button('Set up').click();
      await window.dialog.getByLabel('Your password').fill(PASSWORD);
      await window.button('Continue').click();
      const key = window.dialog.locator('code');
      await key.waitFor();
      const groups = await key.locator('span').allTextContents();
      expect(groups.length).toBeGreaterThan(3);
      expect(groups.slice(0, -1).every((group) => group.length === 4)).toBe(true);
      expect(await key.innerText()).toBe(groups.join(''));
      expect(await key.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
    },
  );
});
