import type { Log } from '#kit';

/** Resolves when everything logged is with the operating system. */
export function flushLog(log: Log): Promise<void> {
  return new Promise((resolve) => {
    log.flush(() => resolve());
  });
}
