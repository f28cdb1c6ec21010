import { JsonArray } from './json-array.ts';
import type { QueryParameter } from './sessions.ts';
import { storableJson, storableText } from './storable-text.ts';

/**
 * Encodes a parameter in PostgreSQL's text format, the same for both databases; a `JsonArray` is left to them. Objects and arrays become
 * JSON. Unlike in node-postgres, a JavaScript array is never a PostgreSQL array, because every list here
 * lives in a jsonb column. Throws TypeError for unsupported values, including Date: times are epoch
 * milliseconds. This is the one place that keeps from the database what its texts cannot hold.
 */
export function encodeParameter(value: unknown): QueryParameter {
  switch (typeof value) {
    case 'string':
      return storableText(value);
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'undefined':
      return null;
    case 'object':
      return encodeObject(value);
    default:
      throw new TypeError(`a ${typeof value} cannot be a query parameter`);
  }
}

function encodeObject(value: object | null): QueryParameter {
  if (value === null || value instanceof JsonArray) return value;
  if (value instanceof Uint8Array)
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  if (value instanceof Date)
    throw new TypeError('a Date cannot be a query parameter: pass epoch milliseconds');
  return storableJson(value);
}
