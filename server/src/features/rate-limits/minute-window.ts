import type { Measure, MinuteLimits } from '#exchange';

/** What was counted of each kind. */
export type MeasureCounts = Readonly<Record<Measure, number>>;

/** The limit that stood in the way, and for how long it will. */
export interface FullMeasure {
  readonly measure: Measure;
  readonly waitMs: number;
}

/** One model's calls of one organization or workspace in any 60 seconds. */
export interface MinuteWindow {
  /** Counts one call and its prompt, or says what is full and counts nothing. Output counts once it is known. */
  take(inputTokens: number, limits: MinuteLimits): FullMeasure | undefined | Promise<FullMeasure | undefined>;
  /** Undoes a take: another window refused the same call. */
  giveBack(inputTokens: number): void;
  /** What a call took in the end: a correction of its prompt, and its output. */
  record(inputTokens: number, outputTokens: number): void;
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
