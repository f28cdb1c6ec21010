import { parentPort } from 'node:worker_threads';
import { parseEmbeddings, type ParsedEmbeddings } from './parse-embeddings.ts';

/** Receives `{ bytes, count }` and replies with `{ parsed }`, in order. */
export interface ParseJob {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly count: number;
}

export interface ParseAnswer {
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
  parentPort?.postMessage({ parsed } satisfies ParseAnswer, parsed ? [parsed.numbers.buffer] : []);
});
