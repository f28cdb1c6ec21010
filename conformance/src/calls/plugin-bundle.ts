import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

export interface BundleEntry {
  readonly name: string;
  readonly content: string;
  /** As Unix has it, such as 0o120777 for a link. */
  readonly mode?: number;
}

/** A ZIP archive whose entries are stored as they are. */
export function archive(entries: readonly BundleEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, mode = 0 } of entries) {
    const [title, bytes] = [Buffer.from(name), Buffer.from(content)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(title.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(mode * 0x1_0000, 6);
    tail.writeUInt32LE(offset, 10);
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, title, bytes]);
    files.push(file);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, tail, title);
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

/** A name that no plugin has yet. */
export function newPluginName(): string {
  return `conformance-${randomBytes(6).toString('hex')}`;
}

export function bundle(name: string, version: string, more: readonly BundleEntry[] = []): Buffer {
  return archive([{ name: 'plugin.json', content: JSON.stringify({ name, version }) }, ...more]);
}
