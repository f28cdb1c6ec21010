import { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { DocumentFault } from './document-fault.ts';
import { parseDocument } from './parse-document.ts';
import type { ReaderMessage, ReadRequest, WatchdogOrders } from './reader-protocol.ts';

/**
 * Main file of a reading process: documents in, text out, over the channel to its parent. It has no environment, may
 * read only the program's own files, and may start nothing. Nothing it uses needs the network; this makes sure of it.
 */
Socket.prototype.connect = () => {
  throw new Error('no network here');
};

const orders: WatchdogOrders = { residentMb: Number(process.argv[2]), parentId: process.ppid };
const watchdog = new Worker(new URL('./watchdog-worker.ts', import.meta.url), { workerData: orders, stdout: true, stderr: true });

function answer(message: ReaderMessage): void {
  process.send?.(message);
}

process.on('message', (request: ReadRequest) => {
  parseDocument(request).then(
    ({ format, pages }) => answer({ type: 'text', format, pages }),
    (error: unknown) => answer({ type: 'fault', reason: error instanceof DocumentFault ? error.reason : 'unreadable' }),
  );
});
process.on('disconnect', () => process.exit());
// A thread starts with the help of this one: a document before that might never let it.
watchdog.once('message', () => answer({ type: 'ready' }));
