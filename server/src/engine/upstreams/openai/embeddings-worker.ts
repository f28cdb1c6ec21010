import { parentPort } from 'node:worker_threads';
import { parseEmbeddings, type ParsedEmbeddings } from './parse-embeddings.ts';

/** Receives `{ id, bytes, count }` and replies with `{ id, parsed }`, in order. */
export interface ParseJob {
  readonly id: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly count: number;
}

export interface ParseAnswer {
  readonly id: number;
  /** Undefined: the response is malformed. */
  readonly parsed: ParsedEmbeddings | undefined;
}

function parse({ bytes, count }: ParseJob): ParsedEmbeddings | undefined {
  try {
    return parseEmbeddings(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(), count);
  } catch {
    return undefined;
  }
}

parentPort?.on('message', (job: ParseJob) => {
  const parsed = parse(job);
  parentPort?.postMessage(
    { id: job.id, parsed } satisfies ParseAnswer,
    parsed ? [parsed.numbers.buffer] : [],
  );
});
