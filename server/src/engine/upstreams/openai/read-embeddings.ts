import { Worker } from 'node:worker_threads';
import { FairQueue } from '#kit';
import type { ParseAnswer, ParseJob } from './embeddings-worker.ts';
import { parseEmbeddings, type ParsedEmbeddings } from './parse-embeddings.ts';

/** Responses up to this size are parsed inline, within a few milliseconds. */
const INLINE_BYTES = 131_072;

interface Waiting {
  readonly job: ParseJob;
  readonly resolve: (parsed: ParsedEmbeddings | undefined) => void;
}

/** Tenants take turns: a response of a thousand vectors takes the thread half a second, and one call may get several. */
const queue = new FairQueue<Waiting>();
/** What is at the thread. */
let parsing: Waiting | undefined;
let worker: Worker | undefined;

/**
 * `parseEmbeddings` of a response's bytes, whose ownership passes to this function: large ones are parsed on
 * another thread, because a thousand vectors written as lists take half a second. Rejects on invalid JSON,
 * and resolves with undefined like `parseEmbeddings`.
 */
export async function readEmbeddings(
  bytes: Buffer<ArrayBuffer>,
  count: number,
  tenant: string,
): Promise<ParsedEmbeddings | undefined> {
  if (bytes.length <= INLINE_BYTES) return parseEmbeddings(bytes.toString(), count);
  const { promise, resolve } = Promise.withResolvers<ParsedEmbeddings | undefined>();
  queue.push(tenant, { job: { bytes, count }, resolve });
  parseNext();
  return promise;
}

function parseNext(): void {
  if (parsing) return;
  parsing = queue.shift();
  if (!parsing) return;
  const { job } = parsing;
  // Buffers of this size do not share their memory, so it can be transferred without copying.
  (worker ??= startWorker()).postMessage(job, [job.bytes.buffer]);
}

function startWorker(): Worker {
  const started = new Worker(new URL('./embeddings-worker.ts', import.meta.url));
  started.on('message', ({ parsed }: ParseAnswer) => settle(parsed));
  started.on('error', () => abandon(started));
  started.on('exit', () => abandon(started));
  // Shutdown does not wait for a response.
  started.unref();
  return started;
}

function settle(parsed: ParsedEmbeddings | undefined): void {
  parsing?.resolve(parsed);
  parsing = undefined;
  parseNext();
}

/** The response at a worker that ended is lost; the next one starts another worker. */
function abandon(ended: Worker): void {
  if (worker !== ended) return;
  worker = undefined;
  settle(undefined);
}
