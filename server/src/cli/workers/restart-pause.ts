const FIRST_MS = 100;
const LONGEST_MS = 30_000;
const LONGEST_AFTER_SERVING_MS = 1000;

/**
 * How long nobody starts a worker again that ended, having ended so often before. One that has served is back soon however often
 * it ends: what ends it may be what somebody sends, and a long pause would make an outage of each time it is sent.
 */
export function restartPauseMs(failures: number, served: boolean): number {
  return Math.min(FIRST_MS * 2 ** Math.min(failures, 10), served ? LONGEST_AFTER_SERVING_MS : LONGEST_MS);
}
