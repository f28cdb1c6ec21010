import { DocumentFault } from './document-fault.ts';

export interface ZipDirectory {
  readonly names: readonly string[];
  /** Of all entries, as the archive claims. */
  readonly inflatedBytes: number;
  readonly encrypted: boolean;
}

const END_SIGNATURE = Buffer.from('PK\u0005\u0006', 'latin1');
const END_BYTES = 22;
const COMMENT_LIMIT_BYTES = 65_535;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const ENCRYPTED_FLAG = 1;

/**
 * What an archive says it holds, from its directory alone: nothing is inflated. Throws DocumentFault `unreadable` for one
 * that is cut off, that contradicts itself, or that needs the 64-bit form, which is for sizes nobody may send. `skippedBytes`: so many are
 * missing at its beginning.
 */
export function readZipDirectory(archive: Uint8Array, skippedBytes = 0): ZipDirectory {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = bytes.lastIndexOf(END_SIGNATURE);
  if (end < Math.max(0, bytes.length - END_BYTES - COMMENT_LIMIT_BYTES) || end + END_BYTES > bytes.length)
    throw new DocumentFault('unreadable');
  const count = bytes.readUInt16LE(end + 10);
  const names: string[] = [];
  let inflatedBytes = 0;
  let encrypted = false;
  let at = bytes.readUInt32LE(end + 16) - skippedBytes;
  if (at < 0) throw new DocumentFault('unreadable');
  for (let entry = 0; entry < count; entry++) {
    if (at + ENTRY_BYTES > end || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE)
      throw new DocumentFault('unreadable');
    encrypted ||= (bytes.readUInt16LE(at + 8) & ENCRYPTED_FLAG) !== 0;
    inflatedBytes += bytes.readUInt32LE(at + 24);
    const nameBytes = bytes.readUInt16LE(at + 28);
    names.push(bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes));
    at += ENTRY_BYTES + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return { names, inflatedBytes, encrypted };
}
