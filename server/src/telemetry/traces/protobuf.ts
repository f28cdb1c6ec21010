/** How the value of a field is written (the wire types of protobuf that OTLP has). */
export const [VARINT, FIXED_64, LENGTH, FIXED_32] = [0, 1, 2, 5] as const;
const MOST_IN_7_BITS = 0x7f;
const MORE = 0x80;

/** A field that is a number of at most 53 bits. Slow, as all here: for what is written once. */
export function numberField(field: number, value: number): Buffer {
  return Buffer.from([(field << 3) | VARINT, ...varint(value)]);
}

/** A field that is a text or a message. */
export function lengthField(field: number, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const pieces = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([lengthStart(field, bytes), ...pieces]);
}

/** What stands before the bytes of such a field. */
export function lengthStart(field: number, bytes: number): Buffer {
  return Buffer.from([(field << 3) | LENGTH, ...varint(bytes)]);
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > MOST_IN_7_BITS; rest = Math.floor(rest / MORE)) bytes.push((rest % MORE) + MORE);
  return [...bytes, rest];
}

/** Writes a varint of at most 53 bits, and returns where it ends. */
export function writeVarint(bytes: Uint8Array, value: number, start: number): number {
  let at = start;
  let rest = value;
  for (; rest > 0x7fffffff; rest = Math.floor(rest / MORE)) bytes[at++] = (rest % MORE) + MORE;
  // Of 31 bits: with operators of integers.
  for (; rest > MOST_IN_7_BITS; rest >>>= 7) bytes[at++] = (rest & MOST_IN_7_BITS) | MORE;
  bytes[at++] = rest;
  return at;
}

/** Bytes that a varint takes. */
export function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value; rest > MOST_IN_7_BITS; rest = Math.floor(rest / MORE)) bytes++;
  return bytes;
}
