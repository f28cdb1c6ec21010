import { HEADER_BYTES } from './blob-format.ts';

const MAGIC = Buffer.from('svcblob1');
const LENGTH_BYTES = 2;

/** The header of a blob: its own key, wrapped, and the name of the wrapping key. */
export interface BlobHeader {
  readonly wrappingKey: string;
  readonly wrappedKey: Buffer;
}

/** `HEADER_BYTES` long: magic, then name and wrapped key with two bytes of length each, then zeros as padding for longer keys. */
export function encodeHeader({ wrappingKey, wrappedKey }: BlobHeader): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  let offset = MAGIC.copy(header);
  for (const field of [Buffer.from(wrappingKey), wrappedKey]) {
    offset = header.writeUInt16BE(field.length, offset);
    offset += field.copy(header, offset);
  }
  return header;
}

/** Undefined: not a blob header, or of another version. */
export function decodeHeader(bytes: Buffer): BlobHeader | undefined {
  if (bytes.length !== HEADER_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const wrappingKey = readField(bytes, MAGIC.length);
  const wrappedKey = readField(bytes, MAGIC.length + LENGTH_BYTES + (wrappingKey?.length ?? 0));
  return wrappingKey && wrappedKey && { wrappingKey: wrappingKey.toString(), wrappedKey };
}

function readField(bytes: Buffer, offset: number): Buffer | undefined {
  const start = offset + LENGTH_BYTES;
  if (start > bytes.length) return undefined;
  const end = start + bytes.readUInt16BE(offset);
  return end > bytes.length ? undefined : bytes.subarray(start, end);
}
