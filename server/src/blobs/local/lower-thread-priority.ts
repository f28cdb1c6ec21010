import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Lets the other threads of the process go first where there are fewer processors than threads with work. Linux has a priority for
 * each thread; elsewhere, and where /proc is not mounted, this does nothing.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(
      Number(basename(readlinkSync('/proc/thread-self'))),
      constants.priority.PRIORITY_BELOW_NORMAL,
    );
  } catch {
    // A sandbox without /proc, or one that forbids it: as before, only slower for others.
  }
}
