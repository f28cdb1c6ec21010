import { readTokenCount } from '../http/token-count.ts';
import { readPromptTokens } from './token-usage.ts';

/** The vectors of one response, concatenated in the order of the inputs. */
export interface ParsedEmbeddings {
  readonly numbers: Float32Array<ArrayBuffer>;
  readonly width: number;
  /** Undefined if the engine did not count. */
  readonly inputTokens: number | undefined;
}

/**
 * Parses the response to a request with `count` inputs. Numbers may be base64, which is requested, or lists,
 * which servers without base64 support send. Undefined when the response is malformed: not exactly one vector
 * per input, different widths, or a value that is not a number. Throws on invalid JSON.
 */
export function parseEmbeddings(text: string, count: number): ParsedEmbeddings | undefined {
  const response = JSON.parse(text) as Response | null;
  const data = itemsOf(response);
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
  const inputTokens = readPromptTokens(response?.usage) ?? readTokenCount(response?.inputTextTokenCount);
  return { numbers, width, inputTokens };
}

/** OpenAI's form, Titan's with one vector, and Cohere's with lists of them, which may stand by the type of their numbers. */
interface Response {
  readonly data?: unknown;
  readonly usage?: unknown;
  readonly embedding?: unknown;
  readonly inputTextTokenCount?: unknown;
  readonly embeddings?: unknown;
}

function itemsOf(response: Response | null): unknown {
  if (response?.data !== undefined) return response.data;
  if (response?.embedding !== undefined) return [{ embedding: response.embedding }];
  const lists = response?.embeddings;
  const vectors: unknown = Array.isArray(lists) ? lists : (lists as { float?: unknown } | undefined)?.float;
  return Array.isArray(vectors) ? vectors.map((embedding: unknown) => ({ embedding })) : undefined;
}

type Item = { readonly index?: unknown; readonly embedding?: unknown } | null;

/** The number of elements of a vector; undefined if it is not a vector. */
function widthOf(value: unknown): number | undefined {
  const width =
    typeof value === 'string'
      ? bytesIn(value) / Float32Array.BYTES_PER_ELEMENT
      : Array.isArray(value)
        ? value.length
        : 0;
  return Number.isInteger(width) && width > 0 ? width : undefined;
}

/** False when the numbers do not fill it exactly. */
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

/** Little-endian float32, the native format of every supported machine: decoded in place. */
function readBase64(text: string, { buffer, byteOffset, byteLength }: Float32Array<ArrayBuffer>): boolean {
  // The decoder silently skips invalid base64, so the written length is checked too.
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
