import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: string | Buffer;
  /** What the archive says the size is; else the truth. */
  readonly claimedBytes?: number;
  readonly encrypted?: boolean;
  /** As Unix has it, such as 0o120777 for a link. */
  readonly mode?: number;
}

const NAMES_IN_UTF8 = 0x800;

/** A zip archive, honest unless an entry says otherwise. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimedBytes, encrypted = false, mode = 0 } of entries) {
    const bytes = Buffer.from(content);
    const data = deflateRawSync(bytes);
    // Version, flags, method, time, date, checksum, sizes, name length, extra length.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE((encrypted ? 1 : 0) | NAMES_IN_UTF8, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(claimedBytes ?? bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(mode * 0x1_0000, 6);
    tail.writeUInt32LE(offset, 10);
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, Buffer.from(name), data]);
    files.push(file);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, tail, Buffer.from(name));
    offset += file.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, index, end]);
}

/** The archive with so many more entries that are all the same bytes: their headers point to one place, and claim to be empty. */
export function zipWithOverlaps(archive: Buffer, count: number, bytesOfEach: number): Buffer {
  const end = archive.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  const [entries, directoryAt] = [archive.readUInt16LE(end + 8), archive.readUInt32LE(end + 16)];
  const one = zip([{ name: 'word/header0000.xml', content: Buffer.alloc(bytesOfEach, 'a') }]);
  const oneDirectoryAt = one.readUInt32LE(one.length - 6);
  const more = Array.from({ length: count }, (_, at) => {
    const entry = Buffer.from(one.subarray(oneDirectoryAt, one.length - 22));
    entry.writeUInt32LE(0, 24);
    entry.writeUInt32LE(directoryAt, 42);
    entry.write(String(at).padStart(4, '0'), 57);
    return entry;
  });
  const directory = Buffer.concat([archive.subarray(directoryAt, end), ...more]);
  const tail = Buffer.from(archive.subarray(end));
  for (const at of [8, 10]) tail.writeUInt16LE(entries + count, at);
  tail.writeUInt32LE(directory.length, 12);
  tail.writeUInt32LE(directoryAt + oneDirectoryAt, 16);
  return Buffer.concat([archive.subarray(0, directoryAt), one.subarray(0, oneDirectoryAt), directory, tail]);
}
