import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { basename, join } from 'node:path';

const THREADS = '/proc/self/task';
/** What Node calls the threads on which V8 compiles, and collects garbage as far as it is told to. */
const COMPILER = 'V8Worker';

/** Lets the other threads of the process go before the calling one where there are fewer processors than threads with work. */
export function lowerOwnPriority(): void {
  lower(() => [Number(basename(readlinkSync('/proc/thread-self')))]);
}

/**
 * Lets the event loop go before the threads on which V8 compiles. There are four of them, and while a process warms up they have work for
 * hundreds of milliseconds at a time: of equal priority they leave the event loop a fifth of a single processor. To be called before the
 * process starts threads of its own, and only if a collection of garbage does not wait for these threads.
 */
export function lowerCompilerPriority(): void {
  lower(() =>
    readdirSync(THREADS)
      .filter((thread) => readFileSync(join(THREADS, thread, 'comm'), 'latin1').trimEnd() === COMPILER)
      .map(Number),
  );
}

/** Linux has a priority for each thread; elsewhere, and where /proc is not mounted, this does nothing. */
function lower(threads: () => readonly number[]): void {
  if (process.platform !== 'linux') return;
  try {
    const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
    // Larger numbers go later. The process may have been started at a low priority already.
    const priority = Math.min(getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW);
    for (const thread of threads()) setPriority(thread, priority);
  } catch {
    // A sandbox without /proc, or one that forbids it: as before, only slower for others.
  }
}
