import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningConsole } from '../../server/test-kit/index.ts';
import { ACME, PASSWORD } from './acme.ts';
import { launchChromium } from './chromium.ts';
import { ConsoleWindow } from './console-window.ts';
import { withConsole } from './with-console.ts';

/** One that is longer than the window, and one that is not. */
const PAGES = [
  { path: '/keys', height: 900, opens: 'Create key' },
  { path: '/keys', height: 200, opens: 'Create key' },
];

/** As people see it, who have scrollbars that take room; in other tests they are hidden. */
describe('a page under a dialog', () => {
  let service: RunningConsole;
  let browser: Browser | undefined;
  let window: ConsoleWindow;

  withConsole(ACME, (running) => void (service = running));
  beforeAll(async () => {
    browser = await launchChromium({ ignoreDefaultArgs: ['--hide-scrollbars'] });
    if (!browser) return;
    window = await ConsoleWindow.open(browser, service, { colorScheme: 'light' });
    await window.signIn('ada@acme.test', PASSWORD);
  });
  afterAll(() => browser?.close());

  /** Colours at the right edge and a little left of it, where nothing but the page's ground is. */
  async function edgeColours(page: Page): Promise<number[][]> {
    const { width, height } = page.viewportSize()!;
    const picture = (await page.screenshot()).toString('base64');
    const reader = await page.context().newPage();
    const colours = await reader.evaluate(
      async ({ url, places }) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
        canvas.drawImage(image, 0, 0);
        return places.map(([x, y]) => [...canvas.getImageData(x!, y!, 1, 1).data]);
      },
      {
        url: `data:image/png;base64,${picture}`,
        places: [
          [width - 3, height - 3],
          [width - 20, height - 3],
        ],
      },
    );
    await reader.close();
    return colours;
  }

  it.each(PAGES)('stays where it is: $path in a window of $height px', async ({ path, height, opens }) => {
    const { page } = window;
    await page.setViewportSize({ width: 1280, height });
    await window.goto(path);
    await window.settled();
    const left = () => page.getByRole('main').evaluate((main) => main.getBoundingClientRect());
    const before = await left();
    await window.button(opens).evaluate((button: HTMLElement) => button.click());
    await window.dialog.waitFor();
    expect(await left()).toEqual(before);
  });

  it.each(['light', 'dark'] as const)('is behind the backdrop up to its edge, in %s', async (colorScheme) => {
    const { page } = window;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 1280, height: 900 });
    await window.goto('/keys');
    await window.settled();
    const apart = (one: readonly number[], other: readonly number[]) =>
      Math.max(...one.map((value, channel) => Math.abs(value - other[channel]!)));
    const [, clear] = await edgeColours(page);
    await window.button('Create key').click();
    await window.dialog.waitFor();
    const [edge, beside] = await edgeColours(page);
    expect(apart(beside!, clear!)).toBeGreaterThan(4);
    // The browser rounds each of the two by itself.
    expect(apart(edge!, beside!)).toBeLessThanOrEqual(2);
  });

  it('is no way out of the dialog, which loses nothing when it is clicked', async () => {
    const { page } = window;
    await page.setViewportSize({ width: 1280, height: 900 });
    await window.goto('/keys');
    await window.button('Create key').click();
    await window.dialog.getByLabel('Name').fill('typed with care');
    await page.mouse.click(640, 5);
    await page.mouse.click(1200, 880);
    expect(await window.dialog.getByLabel('Name').inputValue()).toBe('typed with care');
  });
});
