import { FairQueue } from '#kit';
import { WorkerHost } from '#threads';
import type { ParseJob } from './embeddings-worker.ts';
import { parseEmbeddings, type ParsedEmbeddings } from './parse-embeddings.ts';

/** Responses up to this size are parsed inline, within a few milliseconds. */
const INLINE_BYTES = 131_072;

interface Waiting {
  readonly job: ParseJob;
  readonly resolve: (parsed: ParsedEmbeddings | undefined) => void;
}

/** Tenants take turns: a response of a thousand vectors takes the thread half a second, and one call may get several. */
const queue = new FairQueue<Waiting>();
const host = new WorkerHost<ParseJob, ParsedEmbeddings | undefined>({
  module: new URL('./embeddings-worker.ts', import.meta.url),
  purpose: 'parses embeddings',
});
let isParsing = false;

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
  if (!isParsing) void parseAll();
  return promise;
}

/** A response at which the thread ends is lost; the next one starts another thread. */
async function parseAll(): Promise<void> {
  isParsing = true;
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { job, resolve } = next;
    // Buffers of this size do not share their memory, so it can be transferred without copying.
    resolve(await host.call(job, [job.bytes.buffer]).catch(() => undefined));
  }
  isParsing = false;
}
