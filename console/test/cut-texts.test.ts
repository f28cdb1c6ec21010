import { describe, expect, it } from 'vitest';
import { PASSWORD } from './acme.ts';
import { BUSY_ACME, EMAIL_OF, fillBusyAcme, type BusyIds } from './busy-acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { pagePaths } from './page-paths.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

describe('every page of the Console', () => {
  let open: OpenWindow;
  let ids: BusyIds;
  let window: ConsoleWindow;

  withConsole(BUSY_ACME, async (running, openWindow) => {
    open = openWindow;
    window = await open();
    await window.signIn(EMAIL_OF.primary_owner, PASSWORD);
    ids = await fillBusyAcme(running);
  });

  it.each(['en-US', 'en-GB', 'de-DE', 'ar-EG'])(
    'cuts off no time, amount, state or heading in a browser of %s',
    async (locale) => {
      const cut: string[] = [];
      const state = await window.context.storageState();
      const other = await open({ locale, storageState: state, viewport: { width: 1440, height: 900 } });
      await other.goto('/');
      for (const path of (await pagePaths(other, ids)).inside.filter((one) => !one.includes('#'))) {
        await other.move(path);
        for (const width of locale === 'en-US' ? [1440, 1024, 360] : [1440]) {
          await other.page.setViewportSize({ width, height: 900 });
          await other.settled();
          const own = (await other.cutTexts()).filter((text) => !text.includes('remarkably-long-name'));
          cut.push(...own.map((text) => `${path} at ${width}: ${text}`));
        }
      }
      expect(cut).toEqual([]);
      await other.close();
    },
    120_000,
  );

  it('shows a name that does not fit whole beside the pointer', async () => {
    const { page } = window;
    await page.setViewportSize({ width: 360, height: 800 });
    await window.goto('/members');
    const address = 'a.person.with.a.remarkably.long.address';
    const cut = page.getByRole('row').getByText(address);
    await cut.hover();
    await expect.poll(() => page.locator(`[title*="${address}"]`).count()).toBe(1);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});
