import type { Measure, MinuteLimits } from '#exchange';

/** What was counted of each kind. */
export type MeasureCounts = Readonly<Record<Measure, number>>;

/** The limit that stood in the way, and for how long it will. */
export interface FullMeasure {
  readonly measure: Measure;
  readonly waitMs: number;
}

/**
 * Where a call was counted. What is taken off later is taken off there, and leaves the minute with it: counted where it
 * became known, it would outlive the call and let others pass the limit.
 */
export interface CountedCall {
  readonly inputTokens: number;
  /** Of this process's own sums. */
  readonly localTick: number;
  /** Of the counters of all nodes. Undefined: they do not know of the call. */
  readonly sharedTick?: number;
}

export type TakeOutcome = CountedCall | FullMeasure;

export function isFull(outcome: TakeOutcome): outcome is FullMeasure {
  return 'measure' in outcome;
}

/** One model's calls of one organization or workspace in any 60 seconds. */
export interface MinuteWindow {
  /** Counts one call and its prompt, or says what is full and counts nothing. Output counts once it is known. */
  take(inputTokens: number, limits: MinuteLimits): TakeOutcome | Promise<TakeOutcome>;
  /** Undoes a take: another window refused the same call. */
  release(call: CountedCall): void;
  /** Corrects a call by what it took in the end: input it was not counted as counts from now on, as output does. */
  record(call: CountedCall, inputTokens: number, outputTokens: number): void;
  /** What this process counted within the minute. */
  readOwn(): MeasureCounts;
  /** Called every second. True when nothing is counted any more. */
  sweep(): boolean;
}

export const WINDOW_MS = 60_000;

/** Of several full limits the one that is in the way for longest is told. */
export function longest(waits: Readonly<Record<Measure, number>>): FullMeasure | undefined {
  let full: FullMeasure | undefined;
  for (const measure of ['requests', 'inputTokens', 'outputTokens'] as const) {
    const waitMs = waits[measure];
    if (waitMs > (full?.waitMs ?? 0)) full = { measure, waitMs };
  }
  return full;
}
