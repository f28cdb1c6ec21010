import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { oneModel, startConsoleNode, testDatabases } from '../../server/test-kit/index.ts';
import { PASSWORD } from './acme.ts';
import { BUSY_ACME, EMAIL_OF, fillBusyAcme } from './busy-acme.ts';
import { openChromium } from './chromium.ts';
import { ConsoleWalk } from './console-walk.ts';
import { ConsoleWindow } from './console-window.ts';
import { growAcme } from './large-acme.ts';
import { pagePaths } from './page-paths.ts';

/**
 * Pictures of every page and every dialog, for people to look at: light and dark, wide and narrow. With PostgreSQL the organization
 * has a year behind it. Usage: screenshots.ts FOLDER [PATH…]
 */
const [folder, ...chosen] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder for the pictures.');

const WIDTHS = [1440, 360];
const SCHEMES = ['light', 'dark'] as const;

const browser = await openChromium();
if (!browser) throw new Error('Chromium not found.');
const [, postgres] = await testDatabases();
const opened = await postgres?.open();
const service = await startConsoleNode(opened, {
  provisioning: BUSY_ACME,
  deployment: oneModel({ type: 'sandbox' }, { payments: { manual: 'owners' } }),
});
const window = await ConsoleWindow.open(browser, service);
await window.signIn(EMAIL_OF.primary_owner, PASSWORD);
const ids = await fillBusyAcme(service);
if (opened) await growAcme(opened, { keys: 120, auditEvents: 400, requests: 500, days: 366 });
await mkdir(folder, { recursive: true });

async function take(at: ConsoleWindow, subject: string): Promise<void> {
  const name = subject.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'overview';
  for (const width of WIDTHS) {
    await at.page.setViewportSize({ width, height: 800 });
    for (const colorScheme of SCHEMES) {
      await at.page.emulateMedia({ colorScheme });
      await at.settled();
      await at.page.screenshot({
        path: join(folder!, `${name.slice(0, 80)}-${width}-${colorScheme}.png`),
        fullPage: true,
      });
    }
  }
}

async function visit(at: ConsoleWindow, path: string): Promise<void> {
  if (chosen.length > 0 && !chosen.includes(path)) return;
  await at.page.setViewportSize({ width: WIDTHS[0]!, height: 800 });
  await at.goto(path);
  if (path.includes('#')) await at.page.reload();
  await at.settled();
  await take(at, path.replaceAll(/_\w{20,}|#\w{20,}/g, ''));
}

const stranger = await ConsoleWindow.open(browser, service);
const { inside, outside } = await pagePaths(window, ids);
for (const path of outside) await visit(stranger, path);
for (const path of inside) await visit(window, path);
if (chosen.length === 0)
  await new ConsoleWalk(window, (title) => take(window, `dialog ${title}`)).everywhere();
await browser.close();
await service.stop();
await opened?.close();
