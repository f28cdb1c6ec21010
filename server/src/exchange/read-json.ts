import { isAscii } from 'node:buffer';
import { ApiError, type LimitValues } from '@svc/contract';
import { parseWithSources } from '#kit';
import { ExactnessScan } from './exactness-scan.ts';
import { scanJson, type JsonBounds } from './scan-json.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

const BEYOND: Readonly<Record<keyof JsonBounds, string>> = {
  depth: 'The body is nested too deeply.',
  values: 'The body holds too many values.',
  keyBytes: 'A name in the body is too long.',
};

export function jsonBounds(limits: LimitValues): JsonBounds {
  return { depth: limits.json_depth, values: limits.json_values, keyBytes: limits.json_key_bytes };
}

/**
 * Parses the bytes of a body as JSON within the bounds of D-08, or refuses it. Takes time in proportion to
 * the body. `withSources`: `jsonText` of its objects is as they were sent.
 */
export function readJson(
  bytes: Uint8Array | undefined,
  bounds: JsonBounds,
  { withSources = false } = {},
): unknown {
  if (!bytes) throw new ApiError('invalid_json', { message: 'The body is empty; send a JSON object.' });
  const exactness = withSources ? new ExactnessScan() : undefined;
  const { beyond, loneSurrogate } = scanJson(bytes, bounds, exactness);
  if (beyond) throw new ApiError('invalid_json', { message: BEYOND[beyond] });
  const body = parse(bytes, exactness?.isExact === false ? parseWithSources : JSON.parse);
  if (loneSurrogate)
    throw new ApiError('invalid_request', {
      message: 'A string in the body contains an unpaired surrogate.',
    });
  return body;
}

function parse(bytes: Uint8Array, read: (text: string) => unknown): unknown {
  try {
    return read(textOf(bytes));
  } catch (cause) {
    throw new ApiError('invalid_json', { cause });
  }
}

/** ASCII is the same in Latin-1, which takes a copy of the bytes; the decoder looks at each of them. */
function textOf(bytes: Uint8Array): string {
  if (!isAscii(bytes)) return utf8.decode(bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
