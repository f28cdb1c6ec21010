/** How the value of a field is written (the wire types of protobuf that OTLP has). */
export const [VARINT, FIXED_64, LENGTH, FIXED_32] = [0, 1, 2, 5] as const;
const MAX_IN_7_BITS = 0x7f;
const MORE = 0x80;

/** A field that is a number of at most 53 bits. Fields in buffers of their own are for what is encoded once. */
export function numberField(field: number, value: number): Buffer {
  return tagged(field, VARINT, value);
}

/** A field that is a text or a message. */
export function lengthField(field: number, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const chunks = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([lengthStart(field, bytes), ...chunks]);
}

/** What stands before the bytes of such a field. */
export function lengthStart(field: number, bytes: number): Buffer {
  return tagged(field, LENGTH, bytes);
}

/** The number of a field, how it is written, and a varint. */
function tagged(field: number, wireType: number, value: number): Buffer {
  const bytes = Buffer.alloc(1 + varintBytes(value));
  bytes[0] = (field << 3) | wireType;
  writeVarint(bytes, value, 1);
  return bytes;
}

/** Writes a varint of at most 53 bits, and returns where it ends. */
export function writeVarint(bytes: Uint8Array, value: number, start: number): number {
  let at = start;
  let rest = value;
  for (; rest > 0x7fffffff; rest = Math.floor(rest / MORE)) bytes[at++] = (rest % MORE) + MORE;
  // Of 31 bits: with operators of integers.
  for (; rest > MAX_IN_7_BITS; rest >>>= 7) bytes[at++] = (rest & MAX_IN_7_BITS) | MORE;
  bytes[at++] = rest;
  return at;
}

/** Bytes that a varint takes. */
export function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value; rest > MAX_IN_7_BITS; rest = Math.floor(rest / MORE)) bytes++;
  return bytes;
}
