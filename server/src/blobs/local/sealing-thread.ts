import { WorkerHost } from '#threads';
import { BlobStoreUnavailable } from '../blob-errors.ts';
import type { BlockResult, SealingMessage } from './sealing-worker.ts';

/** Called when a block was written or failed, and once without memory when the thread has ended. */
export type BlockListener = (memory: ArrayBuffer | undefined, fault: Error | undefined) => void;

/**
 * All files share one thread: it is rarely idle while several are written, and waking a thread costs more than its work for one block.
 * It keeps the process alive while it writes: `svc doctor` waits for it without a connection that would.
 */
const host = new WorkerHost<readonly SealingMessage[], readonly BlockResult[]>({
  module: new URL('./sealing-worker.ts', import.meta.url),
  purpose: 'seals files',
  keepsAlive: true,
});
/** By the ids of the files that are open at the thread that runs. */
let listeners = new Map<number, BlockListener>();
let lastId = 0;
let unsent: SealingMessage[] = [];

/** Registers a file with the thread that encrypts and writes. Returns its id. */
export function openSealing(fd: number, key: Buffer, header: Buffer, listener: BlockListener): number {
  const id = ++lastId;
  listeners.set(id, listener);
  sendToSealingThread({ kind: 'open', id, fd, key, header });
  return id;
}

export function closeSealing(id: number): void {
  if (listeners.delete(id)) sendToSealingThread({ kind: 'close', id });
}

/** Sent together with the other messages of this turn of the event loop. */
export function sendToSealingThread(message: SealingMessage): void {
  if (unsent.push(message) === 1) setImmediate(() => void flush());
}

async function flush(): Promise<void> {
  const [messages, files] = [unsent, listeners];
  unsent = [];
  const memory = messages.flatMap((message) => (message.kind === 'block' ? [message.memory] : []));
  try {
    for (const { id, memory: freed, fault } of await host.call(messages, memory))
      files.get(id)?.(freed, fault && Object.assign(new Error(fault.message), fault));
  } catch (error) {
    abandon(files, error);
  }
}

/** Unwritten content is lost when the thread ends. The next file starts another thread. Each call that was pending ends up here. */
function abandon(files: ReadonlyMap<number, BlockListener>, cause: unknown): void {
  if (files !== listeners) return;
  unsent = [];
  listeners = new Map();
  const fault = new BlobStoreUnavailable('The thread that seals files has ended.', { cause });
  for (const listener of files.values()) listener(undefined, fault);
}
