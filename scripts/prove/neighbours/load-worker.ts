import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Hold, LoadTarget } from './load.ts';
import { LOADS } from './loads/index.ts';

/** Of this thread alone: senders are on other machines, and must not take processors from the services that are compared. */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** Runs one load away from the thread that measures. Answers with the most bytes that were held at a time when it is told to stop. */
const { name, target } = workerData as { readonly name: string; readonly target: LoadTarget };
const stopping = new AbortController();
let [heldBytes, maxHeldBytes] = [0, 0];
const hold: Hold = async (bytes, work) => {
  heldBytes += bytes;
  maxHeldBytes = Math.max(maxHeldBytes, heldBytes);
  try {
    return await work;
  } finally {
    heldBytes -= bytes;
  }
};
const load = LOADS.find((each) => each.name === name)!;
const running = load.run(target, hold, stopping.signal).catch((error: unknown) => {
  if (!stopping.signal.aborted) throw error;
});
parentPort!.once('message', () => {
  stopping.abort();
  void running.then(() => parentPort!.postMessage(maxHeldBytes));
});
