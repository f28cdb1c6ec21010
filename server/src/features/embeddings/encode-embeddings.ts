import type { TokenUsage } from '#engine';
import { BYTES_PER_NUMBER, writeNumbers } from './write-numbers.ts';

/** What is encoded between two turns of the event loop: two milliseconds of work. */
const NUMBERS_PER_CHUNK = 65_536;
/** Of one entry beside its vector: names, punctuation and the index. */
const ENTRY_BYTES = 80;
/** What stands around the entries. */
const ENDS_BYTES = 512;

export interface EmbeddingsResult {
  /** Public id. */
  readonly model: string;
  /** Of length 1, in the order of the inputs. */
  readonly vectors: readonly Float32Array[];
  readonly encoding: 'float' | 'base64';
  readonly usage: TokenUsage;
}

/** The JSON of an answer (inference contract §2.8), in chunks, each of which is gone when the next is asked for: they share one buffer. */
export function* encodeEmbeddings({ model, vectors, encoding, usage }: EmbeddingsResult): Generator<Buffer> {
  const width = vectors[0]?.length ?? 0;
  const perChunk = Math.max(1, Math.floor(NUMBERS_PER_CHUNK / width));
  const chunk = Buffer.allocUnsafe(
    ENDS_BYTES + Math.min(perChunk, vectors.length) * (ENTRY_BYTES + vectorBytes(width, encoding)),
  );
  for (let start = 0; start < vectors.length; start += perChunk) {
    const part = vectors.slice(start, start + perChunk);
    let at = start === 0 ? chunk.write('{"object":"list","data":[', 'latin1') : 0;
    part.forEach((vector, i) => {
      at = writeEntry(vector, start + i, encoding, chunk, at);
    });
    if (start + perChunk >= vectors.length) at += chunk.write(closing(model, usage), at, 'latin1');
    yield chunk.subarray(0, at);
  }
}

/** The most bytes the numbers of a vector take. */
function vectorBytes(width: number, encoding: EmbeddingsResult['encoding']): number {
  return encoding === 'float'
    ? width * BYTES_PER_NUMBER
    : Math.ceil((width * Float32Array.BYTES_PER_ELEMENT) / 3) * 4;
}

function writeEntry(
  vector: Float32Array,
  index: number,
  encoding: EmbeddingsResult['encoding'],
  chunk: Buffer,
  from: number,
): number {
  const isText = encoding === 'base64';
  let at =
    from +
    chunk.write(
      `${index > 0 ? ',' : ''}{"object":"embedding","index":${index},"embedding":${isText ? '"' : '['}`,
      from,
      'latin1',
    );
  if (isText) at += chunk.write(toBase64(vector), at, 'latin1');
  else at = writeNumbers(vector, chunk, at);
  return at + chunk.write(isText ? '"}' : ']}', at, 'latin1');
}

/** Little-endian float32, as every machine this runs on has them. */
function toBase64({ buffer, byteOffset, byteLength }: Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

/** Model ids are ASCII, so Latin-1 serves. An embedding has no output: the total is the prompt. */
function closing(model: string, { inputTokens }: TokenUsage): string {
  return `],"model":${JSON.stringify(model)},"usage":{"prompt_tokens":${inputTokens},"total_tokens":${inputTokens}}}`;
}
