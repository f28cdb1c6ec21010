import { Worker } from 'node:worker_threads';
import parser from 'robots-parser';
import { DocumentFault } from './document-fault.ts';
import { parseDocument } from './parse-document.ts';
import { parsePage } from './parse-page.ts';
import type { ReaderMessage, ReadRequest, Readings, WatchdogOrders } from './reader-protocol.ts';
import { sealProcess } from './seal-process.ts';

/** Its declarations give the function as a default export; it is the module itself. */
const parse = parser as unknown as (
  url: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined };

/**
 * Main file of a reading process: documents in, text out, over the channel to its parent. It has no environment, may
 * read only the program's own files, may start nothing, and has no network.
 */
const orders: WatchdogOrders = { residentMb: Number(process.argv[2]), parentId: process.ppid };
const watchdog = new Worker(new URL('./watchdog-worker.ts', import.meta.url), {
  workerData: orders,
  stdout: true,
  stderr: true,
});
sealProcess();

function answer(message: ReaderMessage): void {
  process.send?.(message);
}

async function read(request: ReadRequest): Promise<Readings[keyof Readings]> {
  if (request.shape === 'html') return parsePage(request);
  return request.shape === 'robots' ? robotsAllow(request) : parseDocument(request);
}

process.on('message', (request: ReadRequest) => {
  read(request).then(
    (reading) => answer({ type: 'done', reading }),
    (error: unknown) =>
      answer({ type: 'fault', reason: error instanceof DocumentFault ? error.reason : 'unreadable' }),
  );
});
process.on('disconnect', () => process.exit());
// A thread starts with the help of this one: a document before that might never let it.
watchdog.once('message', () => answer({ type: 'ready' }));

/** Whether rules for robots let an agent read a URL of the same origin, in the reading process (RFC 9309). */
function robotsAllow({ bytes, url, agent }: Extract<ReadRequest, { shape: 'robots' }>): boolean {
  const text = new TextDecoder().decode(bytes);
  return parse(new URL('/robots.txt', url).href, text).isAllowed(url, agent) !== false;
}
