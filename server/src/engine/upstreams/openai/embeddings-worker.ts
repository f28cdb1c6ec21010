import { serveCalls } from '#threads';
import { parseEmbeddings, type ParsedEmbeddings } from './parse-embeddings.ts';

export interface ParseJob {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly count: number;
}

/** Undefined: the response is malformed. */
function parse({ bytes, count }: ParseJob): ParsedEmbeddings | undefined {
  try {
    return parseEmbeddings(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(), count);
  } catch {
    return undefined;
  }
}

serveCalls(parse, (parsed) => (parsed ? [parsed.numbers.buffer] : []));
