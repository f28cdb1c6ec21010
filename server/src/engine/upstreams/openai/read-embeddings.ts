import { Worker } from 'node:worker_threads';
import type { ParseAnswer, ParseJob } from './embeddings-worker.ts';
import { parseEmbeddings, type ParsedEmbeddings } from './parse-embeddings.ts';

/** Responses up to this size are parsed inline, within a few milliseconds. */
const INLINE_BYTES = 131_072;

const waiting = new Map<number, (parsed: ParsedEmbeddings | undefined) => void>();
let nextId = 0;
let worker: Worker | undefined;

/**
 * `parseEmbeddings` of a response's bytes, whose ownership passes to this function: large ones are parsed on
 * another thread, because a thousand vectors written as lists take half a second. Rejects on invalid JSON,
 * and resolves with undefined like `parseEmbeddings`.
 */
export async function readEmbeddings(
  bytes: Buffer<ArrayBuffer>,
  count: number,
): Promise<ParsedEmbeddings | undefined> {
  if (bytes.length <= INLINE_BYTES) return parseEmbeddings(bytes.toString(), count);
  worker ??= startWorker();
  const id = nextId++;
  const parsed = new Promise<ParsedEmbeddings | undefined>((resolve) => waiting.set(id, resolve));
  // Buffers of this size do not share their memory, so it can be transferred without copying.
  worker.postMessage({ id, bytes, count } satisfies ParseJob, [bytes.buffer]);
  return parsed;
}

function startWorker(): Worker {
  const started = new Worker(new URL('./embeddings-worker.ts', import.meta.url));
  started.on('message', ({ id, parsed }: ParseAnswer) => settle(id, parsed));
  started.on('error', () => abandon(started));
  started.on('exit', () => abandon(started));
  // Shutdown does not wait for a response.
  started.unref();
  return started;
}

function settle(id: number, parsed: ParsedEmbeddings | undefined): void {
  waiting.get(id)?.(parsed);
  waiting.delete(id);
}

/** The responses of a worker that ended are lost; the next one starts another worker. */
function abandon(ended: Worker): void {
  if (worker !== ended) return;
  worker = undefined;
  for (const id of waiting.keys()) settle(id, undefined);
}
