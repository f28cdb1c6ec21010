import { setTimeout as sleep } from 'node:timers/promises';
import { machineTime } from '../processes/readings.ts';

const WINDOW_MS = 1000;
const MAX_WAIT_MS = 30_000;
/** Of one processor. */
const QUIET_SHARE = 0.08;

/** Waits for one quiet second on the whole machine, but not for ever: the report says how busy others were. */
export async function untilQuiet(): Promise<void> {
  const deadlineMs = performance.now() + MAX_WAIT_MS;
  do {
    const before = machineTime();
    const startMs = performance.now();
    await sleep(WINDOW_MS);
    if (((machineTime().busy - before.busy) * 1000) / (performance.now() - startMs) <= QUIET_SHARE) return;
  } while (performance.now() < deadlineMs);
}
