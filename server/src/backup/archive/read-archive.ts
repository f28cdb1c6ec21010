import { createHash } from 'node:crypto';
import { BackupDamaged, notABackup } from '../backup-errors.ts';
import { END_ENTRY, MANIFEST_ENTRY } from './archive-writer.ts';
import { ByteSource } from './byte-source.ts';
import { BLOCK_BYTES, decodeHeader, paddingBytes } from './tar-header.ts';

export interface ArchiveEntry {
  /** As it is in the archive: not checked, to be matched against what may be there. */
  readonly name: string;
  readonly isDirectory: boolean;
  readonly sizeBytes: number;
  /** To be read, or not, before the next entry is asked for. */
  content(): AsyncIterable<Buffer>;
}

/** What `end.json` is at the most. */
const MAX_END_BYTES = 1024;

/**
 * The entries of an archive in their order. Only when this ends without an error is known that the entries are what was written:
 * throws BackupDamaged when the archive is cut, or anything in it is changed. Throws BackupRefused for any other file.
 */
export async function* readArchive(chunks: AsyncIterable<Buffer>): AsyncGenerator<ArchiveEntry, void> {
  const source = new ByteSource(chunks);
  const hash = createHash('sha256');
  try {
    for (let isFirst = true; ; isFirst = false) {
      const block = await source.read(BLOCK_BYTES);
      const header = decodeHeader(block);
      if (isFirst && header?.name !== MANIFEST_ENTRY) throw notABackup();
      if (!header) throw new BackupDamaged('changed');
      const { name, sizeBytes } = header;
      if (name === END_ENTRY) return await checkEnd(source, sizeBytes, hash.digest('hex'));
      hash.update(block);
      const content = hashed(source, sizeBytes, hash);
      yield { name, sizeBytes, isDirectory: name.endsWith('/'), content: () => content };
      // What the caller has left.
      for await (const piece of content) void piece;
      hash.update(await source.read(paddingBytes(sizeBytes)));
    }
  } finally {
    await source.close();
  }
}

async function* hashed(
  source: ByteSource,
  sizeBytes: number,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer, void> {
  for await (const piece of source.pieces(sizeBytes)) {
    hash.update(piece);
    yield piece;
  }
}

async function checkEnd(source: ByteSource, sizeBytes: number, sha256: string): Promise<void> {
  if (sizeBytes > MAX_END_BYTES) throw new BackupDamaged('changed');
  const text = (await source.read(sizeBytes)).toString();
  const zeros = await source.read(paddingBytes(sizeBytes) + 2 * BLOCK_BYTES);
  const isWhole = text === JSON.stringify({ sha256 }) && zeros.every((byte) => byte === 0);
  if (!isWhole || !(await source.isAtEnd())) throw new BackupDamaged('changed');
}
