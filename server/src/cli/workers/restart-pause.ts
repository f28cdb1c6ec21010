const FIRST_MS = 100;
const MAX_MS = 30_000;
const MAX_AFTER_SERVING_MS = 1000;

/**
 * Delay before a worker restarts, by consecutive failures. Short once it has served: a request that crashes workers must not turn into a
 * long outage.
 */
export function restartPauseMs(failures: number, served: boolean): number {
  return Math.min(FIRST_MS * 2 ** Math.min(failures, 10), served ? MAX_AFTER_SERVING_MS : MAX_MS);
}
