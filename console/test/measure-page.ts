import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { RunningConsole } from '../../server/test-kit/index.ts';
import { busiestTaskMs } from './busiest-task.ts';
import { ConsoleWindow } from './console-window.ts';

/** What the script below notes in the page, milliseconds since its navigation began. */
interface Notes {
  /** End and length of tasks of 50 ms and more. */
  readonly tasks: readonly { readonly endMs: number; readonly ms: number }[];
  /** When the heading was there. */
  readonly headingMs: number;
}

/** Put into every page before its own scripts run. */
const NOTE_TAKER = `{
  const notes = (window.notes = { tasks: [], headingMs: NaN });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) notes.tasks.push({ endMs: startTime + duration, ms: duration });
  }).observe({ type: 'longtask', buffered: true });
  new MutationObserver((_, observer) => {
    if (!document.querySelector('h1')) return;
    notes.headingMs = performance.now();
    observer.disconnect();
  }).observe(document, { subtree: true, childList: true });
}`;

function readNotes({ page }: ConsoleWindow): Promise<Notes> {
  return page.evaluate<Notes>('notes');
}

function longest(tasks: Notes['tasks']): number {
  return Math.max(0, ...tasks.map(({ ms }) => ms));
}

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** A browser that has nothing of the Console yet, of somebody who is signed in. */
async function openNoted(
  browser: Browser,
  service: RunningConsole,
  storageState: StorageState,
): Promise<ConsoleWindow> {
  const window = await ConsoleWindow.open(browser, service, { storageState });
  await window.page.addInitScript(NOTE_TAKER);
  return window;
}

/** The overview. Bytes are those on the wire, heads and all. */
export async function measureFirstPage(
  browser: Browser,
  service: RunningConsole,
  storageState: StorageState,
) {
  const window = await openNoted(browser, service, storageState);
  const devtools = await window.context.newCDPSession(window.page);
  let bytes = 0;
  let scripts = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  devtools.on('Network.requestWillBeSent', ({ type }) => (scripts += type === 'Script' ? 1 : 0));
  await devtools.send('Network.enable');
  await window.load('/');
  await window.settled();
  await window.page.waitForLoadState('networkidle');
  const { headingMs, tasks } = await readNotes(window);
  await window.close();
  return { bytes, scripts, interactiveMs: Math.max(headingMs, ...tasks.map(({ endMs }) => endMs)) };
}

interface Scrolled {
  readonly rows: number;
  readonly longestTaskMs: number;
  readonly frameMs: number;
  /** By processor time, of few enough rows. */
  readonly busiestMs?: number;
}

/** A trace has 5 KB for each row: that of a hundred thousand is longer than a string may be. */
const MAX_TRACED = 20_000;

interface Scrolling {
  readonly path: string;
  readonly list: string;
  readonly rows: number;
  /** In each frame. Without it, a window's height. */
  readonly stepPx?: number;
}

/** Scrolls a list to its end while its pages arrive. `frameMs`: the 99th percentile. */
export async function measureScrolling(
  browser: Browser,
  window: ConsoleWindow,
  { path, list, rows, stepPx }: Scrolling,
): Promise<Scrolled> {
  await window.load(path);
  await window.settled();
  // What loading the page takes is none of the list's.
  await window.page.waitForLoadState('networkidle');
  const region = window.page.getByRole('region', { name: list, exact: true });
  const scroll = () => region.evaluate(scrollThrough, { wanted: rows, stepPx });
  if (rows > MAX_TRACED) return scroll();
  const { result, busiestMs } = await busiestTaskMs(browser, scroll);
  return { ...result, busiestMs };
}

/** Runs in the page. */
async function scrollThrough(
  element: Element,
  { wanted, stepPx }: { readonly wanted: number; readonly stepPx: number | undefined },
): Promise<Scrolled> {
  const tasks: number[] = [];
  new PerformanceObserver((entries) =>
    tasks.push(...entries.getEntries().map(({ duration }) => duration)),
  ).observe({ type: 'longtask' });
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const frames: number[] = [];
  const seen = () =>
    Math.max(
      ...[...element.querySelectorAll('[aria-rowindex]')].map((row) =>
        Number(row.getAttribute('aria-rowindex')),
      ),
    ) - 1;
  for (let before = await frame(), still = 0; seen() < wanted && still < 600; still++) {
    const { scrollTop } = element;
    element.scrollBy({ top: stepPx ?? element.clientHeight });
    const now = await frame();
    frames.push(now - before);
    before = now;
    // At the end of what is there: the next page is on its way.
    if (element.scrollTop !== scrollTop) still = 0;
  }
  frames.sort((a, b) => a - b);
  return {
    rows: seen(),
    longestTaskMs: Math.max(0, ...tasks),
    frameMs: frames[Math.floor(frames.length * 0.99)] ?? 0,
  };
}

/** The chart of the last days by model, and how long it takes to draw it again, laid out, without its first series. */
export async function measureChart(
  browser: Browser,
  service: RunningConsole,
  storageState: StorageState,
  days: number,
) {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const window = await openNoted(browser, service, storageState);
  await window.load(`/usage?from=${dayOf(Date.now() - days * 86_400_000)}&to=${dayOf(Date.now())}`);
  const legend = window.page.getByRole('list', { name: 'Series' }).getByRole('button');
  await legend.first().waitFor();
  await window.page.waitForLoadState('networkidle');
  const { tasks } = await readNotes(window);
  const drawnMs = await legend.first().evaluate(async (button: HTMLElement) => {
    const startMs = performance.now();
    button.click();
    // Drawn before the next task.
    await new Promise((resolve) => setTimeout(resolve));
    document.querySelector('[role=slider] svg')!.getBoundingClientRect();
    return performance.now() - startMs;
  });
  await window.close();
  return { drawnMs, longestTaskMs: longest(tasks) };
}
