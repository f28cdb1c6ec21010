import { describe, expect, it } from 'vitest';
import { ACME, PASSWORD } from './acme.ts';
import type { ConsoleWindow } from './console-window.ts';
import { withConsole, type OpenWindow } from './with-console.ts';

describe('what is typed before the palette and other parts are loaded', () => {
  let open: OpenWindow;
  let window: ConsoleWindow;

  withConsole(ACME, async (_service, openWindow) => {
    open = openWindow;
    window = await open();
    await window.signIn('ada@acme.test', PASSWORD);
  });

  const box = (at: ConsoleWindow) => at.dialog.getByRole('combobox');

  it('goes into the field of the palette, and no key of it is a shortcut', async () => {
    const other = await open({ storageState: await window.context.storageState() });
    const { page } = other;
    const held = Promise.withResolvers<void>();
    let asked = 0;
    await page.route('**/console-palette-*.js', async (route) => {
      asked += 1;
      await held.promise;
      await route.continue();
    });
    await other.load('/profile');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('g kez');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('ys?');
    await page.keyboard.press('Enter');
    const pending = other.dialog.getByRole('textbox', { name: 'Search and commands' });
    expect(await pending.inputValue()).toBe('g keys?');
    expect(await other.violations()).toEqual([]);
    await page.keyboard.press('Escape');
    await other.dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('api ke');
    expect(await pending.inputValue()).toBe('api ke');
    held.resolve();
    await box(other).waitFor();
    await page.keyboard.type('ys');
    expect(await box(other).inputValue()).toBe('api keys');
    expect(page.url()).toContain('/profile');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'API keys', exact: true }).waitFor();
    expect(asked).toBe(1);
    expect(other.wrongs).toEqual([]);
    await other.close();
  });

  it('is little: the palette is loaded after a first sign of somebody, and not with the page', async () => {
    const other = await open({ storageState: await window.context.storageState() });
    const asked: string[] = [];
    other.page.on('request', (request) => asked.push(request.url()));
    const isAsked = () => asked.some((url) => url.includes('/console-palette-'));
    await other.load('/profile');
    await other.page.waitForLoadState('networkidle');
    expect(isAsked()).toBe(false);
    await other.page.mouse.move(200, 200);
    await expect.poll(isAsked).toBe(true);
    await other.close();
  });

  it('is no shortcut before a list of shortcuts, a menu or a requested dialog is there', async () => {
    const other = await open({ storageState: await window.context.storageState() });
    const { page } = other;
    for (const [part, act] of [
      ['shortcut-sheet', () => page.keyboard.press('?')],
      ['radix-menu', () => other.button('Ada Lovelace').click()],
      [
        'keys-page',
        async () => {
          await page.keyboard.press('Control+k');
          await box(other).fill('create api');
          await page.keyboard.press('Enter');
          await other.dialog.waitFor({ state: 'detached' });
        },
      ],
    ] as const) {
      const held = Promise.withResolvers<void>();
      const isHeld = Promise.withResolvers<void>();
      await page.route(`**/${part}-*.js`, async (route) => {
        isHeld.resolve();
        await held.promise;
        await route.continue();
      });
      await other.load('/profile');
      await act();
      await isHeld.promise;
      await page.keyboard.type('gu');
      held.resolve();
      await page.locator('dialog[open], [role=menu]').waitFor();
      expect(page.url()).not.toContain('/usage');
      await other.unroute();
    }
    await other.close();
  });
});
