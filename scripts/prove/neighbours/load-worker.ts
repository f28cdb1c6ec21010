import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { LoadTarget } from './load.ts';
import { LOADS } from './loads/index.ts';

/** Of this thread alone: senders are on other machines, and must not take processors from the services that are compared. */
setPriority(constants.priority.PRIORITY_LOW);

/** Runs one load away from the thread that measures. Answers with the bytes it has sent when it is told to stop. */
const { name, target } = workerData as { readonly name: string; readonly target: LoadTarget };
const stopping = new AbortController();
let bytes = 0;
const load = LOADS.find((each) => each.name === name)!;
const running = load
  .run(target, (more) => void (bytes += more), stopping.signal)
  .catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
parentPort!.once('message', () => {
  stopping.abort();
  void running.then(() => parentPort!.postMessage(bytes));
});
