import { parentPort, workerData } from 'node:worker_threads';

/**
 * Says when each request falls due. It is a thread of its own because timers of the event loop are a
 * millisecond coarse, which is several times what is measured; a futex wait is exact to some 60 µs.
 */
const { firstDueEpochMs, ratePerSecond } = workerData as { firstDueEpochMs: number; ratePerSecond: number };
const never = new Int32Array(new SharedArrayBuffer(4));

for (let sent = 0; ; sent++) {
  const dueEpochMs = firstDueEpochMs + (sent * 1000) / ratePerSecond;
  const waitMs = dueEpochMs - performance.timeOrigin - performance.now();
  if (waitMs > 0) Atomics.wait(never, 0, 0, waitMs);
  parentPort?.postMessage(dueEpochMs);
}
