import { readPromptTokens } from './token-usage.ts';

/** The vectors of one answer, end to end in the order of the inputs. */
export interface ParsedEmbeddings {
  readonly numbers: Float32Array<ArrayBuffer>;
  readonly width: number;
  /** Undefined where the engine did not count. */
  readonly inputTokens: number | undefined;
}

/**
 * Reads the answer to a request with `count` inputs, whichever way its numbers are written: as base64, which is asked
 * for, or as lists, which servers send that do not know it. Undefined when it breaks the wire form: not one vector for
 * each input, widths that differ, or something that is no number. Throws on bad JSON.
 */
export function parseEmbeddings(text: string, count: number): ParsedEmbeddings | undefined {
  const answer = JSON.parse(text) as { data?: unknown; usage?: unknown } | null;
  const data: unknown = answer?.data;
  if (!Array.isArray(data) || data.length !== count) return undefined;
  const filled = new Uint8Array(count);
  let numbers: Float32Array<ArrayBuffer> | undefined;
  let width = 0;
  for (let i = 0; i < count; i++) {
    const item = data[i] as { index?: unknown; embedding?: unknown } | null;
    const place = item?.index ?? i;
    const vector = readVector(item?.embedding);
    if (typeof place !== 'number' || filled[place] !== 0 || !vector || vector.length === 0) return undefined;
    if (!numbers) numbers = new Float32Array(count * (width = vector.length));
    if (vector.length !== width) return undefined;
    numbers.set(vector, place * width);
    filled[place] = 1;
  }
  return numbers && { numbers, width, inputTokens: readPromptTokens(answer?.usage) };
}

function readVector(value: unknown): ArrayLike<number> | undefined {
  if (typeof value === 'string') return readBase64(value);
  return Array.isArray(value) && value.every((number) => typeof number === 'number') ? value : undefined;
}

/** Little-endian float32, as every machine this runs on has them. */
function readBase64(text: string): Float32Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  const expected = Math.floor((text.replace(/=+$/, '').length * 3) / 4);
  // Whatever is no base64 is left out in silence.
  if (bytes.length !== expected || bytes.length % Float32Array.BYTES_PER_ELEMENT !== 0) return undefined;
  // A copy: small buffers share memory and may begin anywhere in it.
  return new Float32Array(Uint8Array.from(bytes).buffer);
}
