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
  const width = widthOf((data[0] as Item)?.embedding);
  if (width === undefined) return undefined;
  const numbers = new Float32Array(count * width);
  const filled = new Uint8Array(count);
  for (const [i, item] of (data as Item[]).entries()) {
    const index = item?.index ?? i;
    if (typeof index !== 'number' || filled[index] !== 0) return undefined;
    if (!readVector(item?.embedding, numbers.subarray(index * width, (index + 1) * width))) return undefined;
    filled[index] = 1;
  }
  return { numbers, width, inputTokens: readPromptTokens(answer?.usage) };
}

type Item = { readonly index?: unknown; readonly embedding?: unknown } | null;

/** How many numbers a vector has; undefined where it is none. */
function widthOf(value: unknown): number | undefined {
  const width =
    typeof value === 'string'
      ? bytesIn(value) / Float32Array.BYTES_PER_ELEMENT
      : Array.isArray(value)
        ? value.length
        : 0;
  return Number.isInteger(width) && width > 0 ? width : undefined;
}

/** False when it does not fill its place exactly with numbers. */
function readVector(value: unknown, vector: Float32Array<ArrayBuffer>): boolean {
  if (typeof value === 'string') return readBase64(value, vector);
  if (
    !Array.isArray(value) ||
    value.length !== vector.length ||
    !value.every((number) => typeof number === 'number')
  )
    return false;
  vector.set(value);
  return true;
}

/** Little-endian float32, as every machine this runs on has them: decoded right into their place. */
function readBase64(text: string, { buffer, byteOffset, byteLength }: Float32Array<ArrayBuffer>): boolean {
  // Whatever is no base64 is left out in silence, so what was written counts as well.
  return (
    bytesIn(text) === byteLength &&
    Buffer.from(buffer, byteOffset, byteLength).write(text, 'base64') === byteLength
  );
}

function bytesIn(base64: string): number {
  let end = base64.length;
  while (end > 0 && base64.charAt(end - 1) === '=') end--;
  return Math.floor((end * 3) / 4);
}
