import { cpus } from 'node:os';
import {
  oneModel,
  type RunningConsole,
  startConsoleNode,
  testDatabases,
} from '../../server/test-kit/index.ts';
import { PASSWORD } from './acme.ts';
import { BUSY_ACME, EMAIL_OF } from './busy-acme.ts';
import { openChromium } from './chromium.ts';
import { ConsoleWindow } from './console-window.ts';
import { growAcme } from './large-acme.ts';
import { measureChart, measureFirstPage, measureScrolling } from './measure-page.ts';

/** How quick the pages are, measured in Chromium; docs/console.md has the figures. Fails when one is beyond its bound. */
const AMOUNTS = { keys: 50_000, auditEvents: 100_000, requests: 1_000_000, days: 366 };
/** As many as a large organization has; the others are for room to spare. */
const MANY_KEYS = 5000;
/** Further than anybody scrolls. All of them would take an hour. */
const REQUESTS_SCROLLED = 20_000;
/** In each frame as many as a wheel turned quickly passes: all are drawn. At a window's height a frame they pass unread. */
const READABLE = { stepPx: 48, rows: 3000 };
const ROUNDS = 5;

const browser = await openChromium();
const [, postgres] = await testDatabases();
if (!browser || !postgres) throw new Error('It takes Chromium and PostgreSQL.');
const opened = await postgres.open();
const service: RunningConsole = await startConsoleNode(opened, {
  provisioning: BUSY_ACME,
  // Whoever pages through a hundred thousand rows without a pause asks more often than people do.
  deployment: oneModel(
    { type: 'sandbox' },
    { limits: { console_requests_per_minute: 1_000_000 }, payments: { manual: 'owners' } },
  ),
});
await growAcme(opened, AMOUNTS);

const tooMuch: string[] = [];
function report(what: string, figure: number, most: number, unit: string): void {
  const line = `${what}: ${Math.round(figure).toLocaleString('en')} ${unit} (at most ${most.toLocaleString('en')})`;
  process.stdout.write(`${line}\n`);
  if (!(figure <= most)) tooMuch.push(line);
}
function middle(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
async function rounds<T>(measure: () => Promise<T>): Promise<T[]> {
  const measured: T[] = [];
  for (let round = 0; round < ROUNDS; round++) measured.push(await measure());
  return measured;
}

const { length: cores, 0: core } = cpus();
process.stdout.write(`Chromium ${browser.version()}, ${cores} cores of ${core?.model}\n`);
const window = await ConsoleWindow.open(browser, service);
await window.signIn(EMAIL_OF.owner, PASSWORD);
const storageState = await window.context.storageState();

const first = await rounds(() => measureFirstPage(browser, service, storageState));
report('first page, transferred', Math.max(...first.map(({ bytes }) => bytes)), 200_000, 'bytes');
report(
  'first page, interactive, median',
  middle(first.map(({ interactiveMs }) => interactiveMs)),
  1000,
  'ms',
);

for (const scrolling of [
  { path: '/keys', list: 'API keys', ...READABLE },
  { path: '/audit', list: 'Audit events', ...READABLE },
  { path: '/requests', list: 'Requests', ...READABLE },
  { path: '/keys', list: 'API keys', rows: MANY_KEYS },
  { path: '/keys?sort=name', list: 'API keys', rows: MANY_KEYS },
  { path: '/keys', list: 'API keys', rows: AMOUNTS.keys },
  { path: '/keys?sort=name', list: 'API keys', rows: AMOUNTS.keys },
  { path: '/audit', list: 'Audit events', rows: AMOUNTS.auditEvents },
  { path: '/requests', list: 'Requests', rows: REQUESTS_SCROLLED },
  { path: '/requests?status=unsuccessful', list: 'Requests', rows: REQUESTS_SCROLLED },
]) {
  const { path, list, rows } = scrolling;
  const scrolled = await measureScrolling(browser, window, scrolling);
  const pace = 'stepPx' in scrolling ? ', a row a frame' : ', a window a frame';
  const what = `${rows.toLocaleString('en')} ${list} at ${path}${pace}`;
  if (scrolled.rows < rows) tooMuch.push(`${list}: only ${scrolled.rows} of ${rows} rows were reached`);
  report(`${what}, longest task while scrolling and paging`, scrolled.longestTaskMs, 50, 'ms');
  if (scrolled.busiestMs !== undefined)
    report(`${what}, longest of them by processor time`, scrolled.busiestMs, 50, 'ms');
  report(`${what}, frame, 99th percentile`, scrolled.frameMs, 50, 'ms');
}

const charts = await rounds(() => measureChart(browser, service, storageState, AMOUNTS.days - 1));
report(
  'chart of a year, drawn anew without a series, median',
  middle(charts.map(({ drawnMs }) => drawnMs)),
  50,
  'ms',
);
report(
  'chart of a year, longest task of the page',
  middle(charts.map(({ longestTaskMs }) => longestTaskMs)),
  200,
  'ms',
);

await browser.close();
await service.stop();
await opened.close();
if (tooMuch.length > 0) throw new Error(`Too much:\n${tooMuch.join('\n')}`);
