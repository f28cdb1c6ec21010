import { performance, type EventLoopUtilization } from 'node:perf_hooks';

const WINDOW_MS = 100;
const FIRST_LINES = 16;
const MOST_LINES = 1024;
/** The maximum utilization of the event loop while there are live calls. Above it, their latency suffers. */
const BUSY = 0.75;
const FREE = 0.6;
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

  constructor(liveCalls: () => number) {
    this.#liveCalls = liveCalls;
    this.#seenLiveCalls = liveCalls();
    this.#utilization = performance.eventLoopUtilization();
  }

  get lines(): number {
    return this.#lines;
  }

  /** How many lines may start in one turn of the event loop. */
  get startsPerTurn(): number {
    return this.#isLive ? STARTS_BESIDE_LIVE_CALLS : STARTS;
  }

  /** Adjusts the number at the end of each interval. `running`: current lines. */
  adjust(running: number): void {
    const nowMs = performance.now();
    if (nowMs - this.#windowAtMs < WINDOW_MS) return;
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.#utilization);
    const liveCalls = this.#liveCalls();
    this.#isLive = liveCalls > this.#seenLiveCalls;
    this.#lines = next(this.#lines, { running, utilization, isLive: this.#isLive });
    this.#windowAtMs = nowMs;
    this.#utilization = now;
    this.#seenLiveCalls = liveCalls;
  }
}

interface Window {
  readonly running: number;
  readonly utilization: number;
  readonly isLive: boolean;
}

function next(lines: number, { running, utilization, isLive }: Window): number {
  if (isLive && utilization > BUSY) return Math.max(1, Math.floor(Math.min(lines, running) * RETREAT));
  // The pace is not what limits the running lines.
  if (running < lines) return lines;
  return utilization < (isLive ? FREE : FULL) ? Math.min(MOST_LINES, Math.ceil(lines * GROWTH)) : lines;
}
