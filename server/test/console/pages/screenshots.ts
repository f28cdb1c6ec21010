import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { testDatabases } from '#test-kit';
import { startConsole } from '../running-console.ts';
import { ACME, PASSWORD } from './acme.ts';
import { openChromium } from './chromium.ts';
import { ConsoleWindow } from './console-window.ts';
import { INSIDE, OUTSIDE } from './page-paths.ts';

/** Pictures of every page, for people to look at: light and dark, wide and narrow. Usage: screenshots.ts FOLDER [PATH…] */
const [folder, ...chosen] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder for the pictures.');

const WIDTHS = [1280, 360];
const SCHEMES = ['light', 'dark'] as const;

const browser = await openChromium();
if (!browser) throw new Error('Chromium not found.');
const [embedded] = await testDatabases();
const service = await startConsole(embedded!, ACME);
await mkdir(folder, { recursive: true });

for (const width of WIDTHS) {
  for (const colorScheme of SCHEMES) {
    const window = await ConsoleWindow.open(browser, service, { viewport: { width, height: 800 }, colorScheme });
    const take = async (path: string): Promise<void> => {
      if (chosen.length > 0 && !chosen.includes(path)) return;
      await window.goto(path);
      await window.settled();
      const name = path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'overview';
      await window.page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    };
    for (const path of OUTSIDE) await take(path);
    await window.signIn('ada@acme.test', PASSWORD);
    for (const path of INSIDE) await take(path);
    await window.close();
  }
}
await browser.close();
await service.stop();
