import { DocumentFault } from './document-fault.ts';

/** An entry of the archive's central directory. */
export interface ZipEntry {
  readonly name: string;
  /** Its start in the archive. */
  readonly offset: number;
  /** 0: stored; 8: deflated. */
  readonly method: number;
  readonly checksum: number;
  /** Compressed and uncompressed size, as the archive declares them. */
  readonly deflatedBytes: number;
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
 * Lists an archive's entries from its central directory, without inflating anything. Throws DocumentFault
 * `unreadable` for an archive that is truncated, inconsistent, or ZIP64, which only exceeds sizes that nobody
 * may send. `skippedBytes`: how many bytes are missing at its start.
 */
export function* readZipEntries(archive: Uint8Array, skippedBytes = 0): Generator<ZipEntry, void> {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = bytes.lastIndexOf(END_SIGNATURE);
  if (end < Math.max(0, bytes.length - END_BYTES - COMMENT_LIMIT_BYTES) || end + END_BYTES > bytes.length)
    throw new DocumentFault('unreadable');
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16) - skippedBytes;
  // Some programs find the directory by its start and some by its end: an archive must not have two different
  // ones.
  if (at < 0 || at + bytes.readUInt32LE(end + 12) !== end) throw new DocumentFault('unreadable');
  for (let entry = 0; entry < count; entry++) {
    if (at + ENTRY_BYTES > end || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE)
      throw new DocumentFault('unreadable');
    const nameBytes = bytes.readUInt16LE(at + 28);
    yield {
      name: bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
      offset: bytes.readUInt32LE(at + 42),
      method: bytes.readUInt16LE(at + 10),
      checksum: bytes.readUInt32LE(at + 16),
      deflatedBytes: bytes.readUInt32LE(at + 20),
      inflatedBytes: bytes.readUInt32LE(at + 24),
      encrypted: (bytes.readUInt16LE(at + 8) & ENCRYPTED_FLAG) !== 0,
    };
    at += ENTRY_BYTES + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  // Some programs also extract entries after the last counted one.
  if (at !== end) throw new DocumentFault('unreadable');
}
