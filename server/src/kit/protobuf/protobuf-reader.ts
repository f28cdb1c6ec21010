import { FIXED_32, FIXED_64, LENGTH, VARINT } from './protobuf-writer.ts';

/** A varint as a number; the bytes of a text or a message, and those of a number of fixed width. */
export type FieldValue = number | Buffer;

interface Read {
  readonly value: FieldValue;
  readonly end: number;
}

/**
 * Calls `take` with the number and the value of each field, and where the value begins and ends, in the order in which they are written. False if the bytes are no message;
 * the fields before the fault were taken then.
 */
export function readFields(
  message: Buffer,
  take: (field: number, value: FieldValue, at: number, end: number) => void,
): boolean {
  for (let at = 0; at < message.length;) {
    const tag = readVarint(message, at);
    const read = tag && readValue(message, tag.value % 8, tag.end);
    if (!read || read.end > message.length) return false;
    take(Math.floor(tag.value / 8), read.value, tag.end, read.end);
    at = read.end;
  }
  return true;
}

/** The last value of a field of a message. Undefined if it is not there, or if the bytes are no message. */
export function readField(message: Buffer, field: number): FieldValue | undefined {
  let found: FieldValue | undefined;
  const isMessage = readFields(message, (each, value) => {
    if (each === field) found = value;
  });
  return isMessage ? found : undefined;
}

function readValue(message: Buffer, type: number, at: number): Read | undefined {
  if (type === VARINT) return readVarint(message, at);
  if (type === FIXED_64) return readBytes(message, at, 8);
  if (type === FIXED_32) return readBytes(message, at, 4);
  const length = type === LENGTH ? readVarint(message, at) : undefined;
  return length && readBytes(message, length.end, length.value);
}

function readBytes(message: Buffer, start: number, bytes: number): Read {
  const end = start + bytes;
  return { value: message.subarray(start, end), end };
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
