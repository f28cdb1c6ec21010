import type { Browser } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly name?: string };
  /** Processor time, microseconds. */
  readonly tdur?: number;
}

/**
 * The most processor time that one task of a page takes meanwhile. By the clock a task takes as long as others hold the processors, too:
 * this says what is the page's own.
 */
export async function busiestTaskMs<T>(
  browser: Browser,
  during: () => Promise<T>,
): Promise<{ readonly result: T; readonly busiestMs: number }> {
  await browser.startTracing(undefined, { categories: ['toplevel'] });
  const result = await during();
  const trace = await browser.stopTracing();
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args.name === 'CrRendererMain';
  const placeOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mains = new Set(traceEvents.filter(isMain).map(placeOf));
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && mains.has(placeOf(event)));
  const busiestUs = tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0);
  return { result, busiestMs: busiestUs / 1000 };
}
