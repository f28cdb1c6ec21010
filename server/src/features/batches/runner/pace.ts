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
 * How long one turn of the event loop may take beside live calls, and below which more lines are tried. The utilization is a mean,
 * and says nothing of many lines that are answered in one turn.
 */
const LONG_TURN_MS = 8;
const SHORT_TURN_MS = 4;
/** The same without live calls. More lines in progress would only live longer, which costs collections. */
const LONGEST_TURN_MS = 20;
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
  #longestTurnMs = 0;
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

  /** How long the rest of a turn took in which lines started. */
  sawTurn(ms: number): void {
    this.#longestTurnMs = Math.max(this.#longestTurnMs, ms);
  }

  /** Adjusts the number at the end of each interval. `running`: current lines. */
  adjust(running: number): void {
    const nowMs = performance.now();
    if (nowMs - this.#windowAtMs < WINDOW_MS) return;
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.#utilization);
    const liveCalls = this.#liveCalls();
    this.#isLive = liveCalls > this.#seenLiveCalls;
    const longestTurnMs = this.#longestTurnMs;
    this.#lines = next(this.#lines, { running, utilization, longestTurnMs, isLive: this.#isLive });
    this.#longestTurnMs = 0;
    this.#windowAtMs = nowMs;
    this.#utilization = now;
    this.#seenLiveCalls = liveCalls;
  }
}

interface Window {
  readonly running: number;
  readonly utilization: number;
  readonly longestTurnMs: number;
  readonly isLive: boolean;
}

function next(lines: number, { running, utilization, longestTurnMs, isLive }: Window): number {
  if (isLive && (utilization > BUSY || longestTurnMs > LONG_TURN_MS))
    return Math.max(1, Math.floor(Math.min(lines, running) * RETREAT));
  // The pace is not what limits the running lines.
  if (running < lines) return lines;
  const hasRoom = isLive
    ? utilization < FREE && longestTurnMs < SHORT_TURN_MS
    : utilization < FULL && longestTurnMs < LONGEST_TURN_MS;
  return hasRoom ? Math.min(MOST_LINES, Math.ceil(lines * GROWTH)) : lines;
}
