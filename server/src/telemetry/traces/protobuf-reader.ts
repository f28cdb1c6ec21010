import { FIXED_32, FIXED_64, LENGTH, VARINT } from './protobuf.ts';

interface Read {
  readonly value: number | Buffer | undefined;
  readonly end: number;
}

/** The last value of a field of a message: a number, or the bytes of a text or message. Undefined if it is not there, or if the bytes are no message. */
export function readField(message: Buffer, field: number): number | Buffer | undefined {
  let found: number | Buffer | undefined;
  for (let at = 0; at < message.length;) {
    const tag = readVarint(message, at);
    const read = tag && readValue(message, tag.value % 8, tag.end);
    if (!read || read.end > message.length) return undefined;
    if (Math.floor(tag.value / 8) === field) found = read.value;
    at = read.end;
  }
  return found;
}

function readValue(message: Buffer, type: number, at: number): Read | undefined {
  if (type === VARINT) return readVarint(message, at);
  if (type === FIXED_64) return { value: undefined, end: at + 8 };
  if (type === FIXED_32) return { value: undefined, end: at + 4 };
  const length = type === LENGTH ? readVarint(message, at) : undefined;
  if (!length) return undefined;
  const end = length.end + length.value;
  return { value: message.subarray(length.end, end), end };
}

/** Of more than 53 bits it is not exact. */
function readVarint(message: Buffer, start: number): { value: number; end: number } | undefined {
  let value = 0;
  for (let at = start, factor = 1; at < message.length; at++, factor *= 128) {
    value += (message[at]! % 128) * factor;
    if (message[at]! < 128) return { value, end: at + 1 };
  }
  return undefined;
}
