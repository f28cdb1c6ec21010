import { Worker } from 'node:worker_threads';
import parser from 'robots-parser';
import { DocumentFault } from './document-fault.ts';
import { parseDocument } from './parse-document.ts';
import { parsePage } from './parse-page.ts';
import type { ReaderMessage, ReadRequest, Readings, WatchdogOrders } from './reader-protocol.ts';
import { isolateProcess } from './isolate-process.ts';

/** The type declarations export the function as a default; it is the module itself. */
const parse = parser as unknown as (
  url: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined };

/**
 * Entry point of a reading process: receives documents and sends text over the channel to its parent. The
 * process has no environment variables, may read only the program's own files, cannot start processes, and
 * has no network.
 */
const orders: WatchdogOrders = { residentMb: Number(process.argv[2]), parentId: process.ppid };
const watchdog = new Worker(new URL('./watchdog-worker.ts', import.meta.url), {
  workerData: orders,
  stdout: true,
  stderr: true,
});
isolateProcess();

function reply(message: ReaderMessage): void {
  process.send?.(message);
}

async function read(request: ReadRequest): Promise<Readings[keyof Readings]> {
  if (request.shape === 'html') return parsePage(request);
  return request.shape === 'robots' ? robotsAllow(request) : parseDocument(request);
}

process.on('message', (request: ReadRequest) => {
  read(request).then(
    (reading) => reply({ type: 'done', reading }),
    (error: unknown) =>
      reply({ type: 'fault', reason: error instanceof DocumentFault ? error.reason : 'unreadable' }),
  );
});
process.on('disconnect', () => process.exit());
// Starting a thread needs the main thread, and a document received earlier might block that forever.
watchdog.once('message', () => reply({ type: 'ready' }));

/** Evaluates robots.txt rules for a URL of the same origin, in the reading process (RFC 9309). */
function robotsAllow({ bytes, url, agent }: Extract<ReadRequest, { shape: 'robots' }>): boolean {
  const text = new TextDecoder().decode(bytes);
  return parse(new URL('/robots.txt', url).href, text).isAllowed(url, agent) !== false;
}
