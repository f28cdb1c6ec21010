import { Worker } from 'node:worker_threads';
import type { ParseAnswer, ParseJob } from './embeddings-worker.ts';
import { parseEmbeddings, type ParsedEmbeddings } from './parse-embeddings.ts';

/** Up to here an answer is read at once, within a few milliseconds. */
const INLINE_BYTES = 131_072;

const waiting = new Map<number, (parsed: ParsedEmbeddings | undefined) => void>();
let nextId = 0;
let worker: Worker | undefined;

/**
 * `parseEmbeddings` of an answer's bytes, which the caller gives away: large ones are read on another thread, because a
 * thousand vectors written as lists take half a second. Rejects on bad JSON or answers undefined, as it comes.
 */
export async function readEmbeddings(
  bytes: Buffer<ArrayBuffer>,
  count: number,
): Promise<ParsedEmbeddings | undefined> {
  if (bytes.length <= INLINE_BYTES) return parseEmbeddings(bytes.toString(), count);
  worker ??= startWorker();
  const id = nextId++;
  const parsed = new Promise<ParsedEmbeddings | undefined>((resolve) => waiting.set(id, resolve));
  // Buffers of this size have their memory to themselves, so it can go along uncopied.
  worker.postMessage({ id, bytes, count } satisfies ParseJob, [bytes.buffer]);
  return parsed;
}

function startWorker(): Worker {
  const started = new Worker(new URL('./embeddings-worker.ts', import.meta.url));
  started.on('message', ({ id, parsed }: ParseAnswer) => settle(id, parsed));
  started.on('error', () => abandon(started));
  started.on('exit', () => abandon(started));
  // Nobody waits for an answer at shutdown.
  started.unref();
  return started;
}

function settle(id: number, parsed: ParsedEmbeddings | undefined): void {
  waiting.get(id)?.(parsed);
  waiting.delete(id);
}

/** What a worker that ended was reading is lost; the next answer starts another. */
function abandon(ended: Worker): void {
  if (worker !== ended) return;
  worker = undefined;
  for (const id of waiting.keys()) settle(id, undefined);
}
