import { Worker } from 'node:worker_threads';
import { BlobStoreUnavailable } from '../blob-errors.ts';
import type { BlockAnswer, SealingMessage } from './sealing-worker.ts';

/** Called when a block was written or failed, and once without memory when the thread has ended. */
export type BlockListener = (memory: ArrayBuffer | undefined, fault: Error | undefined) => void;

/** By the ids of the open files. */
const listeners = new Map<number, BlockListener>();
let lastId = 0;
let worker: Worker | undefined;
let untold: SealingMessage[] = [];

/**
 * Registers a file with the thread that encrypts and writes, which is started with the first one. Returns its id. All files share one
 * thread: it is rarely idle while several are written, and waking a thread costs more than its work for one block.
 */
export function openSealing(fd: number, key: Buffer, header: Buffer, listener: BlockListener): number {
  worker ??= startWorker();
  worker.ref();
  const id = ++lastId;
  listeners.set(id, listener);
  tellSealingThread({ kind: 'open', id, fd, key, header });
  return id;
}

export function closeSealing(id: number): void {
  if (!listeners.delete(id)) return;
  tellSealingThread({ kind: 'close', id });
  // An idle thread does not keep the process alive. `svc doctor` waits for it without a connection that would.
  if (listeners.size === 0) worker?.unref();
}

/** Sent together with the other messages of this turn of the event loop. */
export function tellSealingThread(message: SealingMessage): void {
  if (untold.push(message) === 1) setImmediate(flush);
}

function flush(): void {
  const messages = untold;
  untold = [];
  worker?.postMessage(
    messages,
    messages.flatMap((message) => (message.kind === 'block' ? [message.memory] : [])),
  );
}

function startWorker(): Worker {
  const started = new Worker(new URL('./sealing-worker.ts', import.meta.url));
  let cause: unknown;
  started.on('message', (answers: readonly BlockAnswer[]) => {
    for (const { id, memory, fault } of answers)
      listeners.get(id)?.(memory, fault && Object.assign(new Error(fault.message), fault));
  });
  started.on('error', (error) => {
    cause = error;
  });
  // Not earlier: it may still write to a file, which must not be closed then.
  started.on('exit', () => abandon(cause));
  return started;
}

/** Unwritten content is lost when the thread ends. The next file starts another thread. */
function abandon(cause: unknown): void {
  worker = undefined;
  untold = [];
  const abandoned = [...listeners.values()];
  listeners.clear();
  const fault = new BlobStoreUnavailable('The thread that seals files has ended.', { cause });
  for (const listener of abandoned) listener(undefined, fault);
}
