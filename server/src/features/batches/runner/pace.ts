import { performance, type EventLoopUtilization } from 'node:perf_hooks';

const WINDOW_MS = 100;
const FIRST_LINES = 16;
const MAX_LINES = 1024;
/**
 * The maximum utilization of the event loop while there are live calls. Above it, their latency suffers: with 0.75 their p99 was twice as
 * high as with 0.6, without any full collection of garbage.
 */
const BUSY = 0.6;
const FREE = 0.5;
/** The maximum without live calls. More concurrent lines would not finish sooner. */
const FULL = 0.95;
/**
 * Lines that start together are answered together, and live calls wait until all their answers are processed. So while there are live calls,
 * few start in one turn of the event loop.
 */
const STARTS_BESIDE_LIVE_CALLS = 2;
const STARTS = 64;
const GROWTH = 1.25;
const RETREAT = 0.6;
/** If more results than this wait for the database, more concurrent lines would only make the queue longer. */
const MAX_WAITING_RESULTS = 300;

/**
 * How many lines this process runs at a time. While there are live calls the event loop must keep spare time: the number falls at once if it has
 * none, and rises slowly if it has.
 */
export class Pace {
  readonly #liveCalls: () => number;
  #lines = FIRST_LINES;
  #windowAtMs = performance.now();
  #seenLiveCalls: number;
  #isLive = false;
  #utilization: EventLoopUtilization;
  #ended = 0;
  #linesPerSecond = 0;

  constructor(liveCalls: () => number) {
    this.#liveCalls = liveCalls;
    this.#seenLiveCalls = liveCalls();
    this.#utilization = performance.eventLoopUtilization();
  }

  get lines(): number {
    return this.#lines;
  }

  /**
   * How many lines to claim at a time: those of a quarter of a second, since a claim of few lines costs as much as one of many. What waits longer
   * gets into the old generation of the heap, and only a full collection frees it.
   */
  get claimedLines(): number {
    return Math.max(this.#lines, Math.ceil(this.#linesPerSecond / 4));
  }

  /** How many lines may start in one turn of the event loop. */
  get startsPerYield(): number {
    return this.#isLive ? STARTS_BESIDE_LIVE_CALLS : STARTS;
  }

  /** A line has ended. Adjusts the number at the end of each interval. `running`: lines until now; `waitingResults`: results that are not committed. */
  lineEnded(running: number, waitingResults: number): void {
    const nowMs = performance.now();
    this.#ended++;
    if (nowMs - this.#windowAtMs < WINDOW_MS) return;
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.#utilization);
    const liveCalls = this.#liveCalls();
    this.#isLive = liveCalls > this.#seenLiveCalls;
    this.#lines = nextLines(this.#lines, { running, waitingResults, utilization, isLive: this.#isLive });
    this.#linesPerSecond = (this.#ended * 1000) / (nowMs - this.#windowAtMs);
    this.#ended = 0;
    this.#windowAtMs = nowMs;
    this.#utilization = now;
    this.#seenLiveCalls = liveCalls;
  }
}

/** What one interval showed. */
export interface PaceWindow {
  readonly running: number;
  readonly waitingResults: number;
  readonly utilization: number;
  readonly isLive: boolean;
}

/** How many lines may run in the next interval. */
export function nextLines(
  lines: number,
  { running, waitingResults, utilization, isLive }: PaceWindow,
): number {
  if ((isLive && utilization > BUSY) || waitingResults > MAX_WAITING_RESULTS)
    return Math.max(1, Math.floor(Math.min(lines, running) * RETREAT));
  // The pace is not what limits the running lines.
  if (running < lines) return lines;
  return utilization < (isLive ? FREE : FULL) ? Math.min(MAX_LINES, Math.ceil(lines * GROWTH)) : lines;
}
