import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Lets the other threads of the process go first where there are fewer processors than threads with work. Linux has a priority for
 * each thread; elsewhere, and where /proc is not mounted, this does nothing.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
    const thread = Number(basename(readlinkSync('/proc/thread-self')));
    // Larger numbers go later. The process may have been started at a low priority already.
    setPriority(thread, Math.min(getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW));
  } catch {
    // A sandbox without /proc, or one that forbids it: as before, only slower for others.
  }
}
