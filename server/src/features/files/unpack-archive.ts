import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import type { BlobStore } from '#blobs';
import type { FileFailure } from '@svc/contract';
import type { ZipEntry } from '#content';
import { StreamCursor } from './stream-cursor.ts';

const HEAD_BYTES = 30;
const HEAD_SIGNATURE = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;
const CHUNK_BYTES = 65_536;
/** Inflated at once, which takes some 20 µs; a stream for each of 65,535 entries would take ten times as long. */
const SMALL_BYTES = 4096;
/** The smallest output buffer that zlib allows. Buffers have the size of the entry: the default is four times as large as a small one needs. */
const MIN_CHUNK_BYTES = 64;
const ENTRIES_PER_YIELD = 16;

/**
 * Unpacks the entries of an archive without storing them: sizes in a directory may be wrong, which must be found before anybody
 * unpacks the archive. Reads it once, and stops at the first byte beyond the declared size of an entry.
 */
export async function unpackArchive(
  blobs: BlobStore,
  key: string,
  entries: readonly ZipEntry[],
  signal: AbortSignal,
): Promise<FileFailure | undefined> {
  const archive = await blobs.get(key);
  const cursor = new StreamCursor(archive);
  try {
    for (const [index, entry] of entries.toSorted((a, b) => a.offset - b.offset).entries()) {
      if (index % ENTRIES_PER_YIELD === 0) await nextTurn();
      signal.throwIfAborted();
      const failure = await unpackEntry(cursor, entry);
      if (failure) return failure;
    }
    return undefined;
  } finally {
    archive.destroy();
  }
}

async function unpackEntry(cursor: StreamCursor, entry: ZipEntry): Promise<FileFailure | undefined> {
  // It shares bytes with the one before.
  if (entry.offset < cursor.position) return 'unsafe_archive';
  await cursor.skip(entry.offset - cursor.position);
  const head = await cursor.take(HEAD_BYTES);
  if (head.length < HEAD_BYTES || head.readUInt32LE(0) !== HEAD_SIGNATURE) return 'corrupt_file';
  await cursor.skip(head.readUInt16LE(26) + head.readUInt16LE(28));
  const content = new CheckedContent(entry);
  const { method, deflatedBytes, inflatedBytes } = entry;
  const end = cursor.position + deflatedBytes;
  if (method === STORED) await content.take(cursor.read(deflatedBytes));
  else if (method !== DEFLATED) return 'corrupt_file';
  else if (Math.max(deflatedBytes, inflatedBytes) <= SMALL_BYTES)
    content.inflate(await cursor.take(deflatedBytes));
  else await inflate(cursor.read(deflatedBytes), content);
  // The deflate stream ended before its bytes.
  return content.failure() ?? (cursor.position === end ? undefined : 'corrupt_file');
}

async function inflate(deflated: AsyncIterable<Buffer>, content: CheckedContent): Promise<void> {
  const source = Readable.from(deflated);
  const inflater = createInflateRaw({ chunkSize: CHUNK_BYTES });
  source.on('error', (error) => inflater.destroy(error)).pipe(inflater);
  try {
    await content.take(inflater);
  } catch (error) {
    if (!isOfZlib(error)) throw error;
    content.isBroken = true;
  } finally {
    source.unpipe(inflater).destroy();
    inflater.on('error', () => undefined).destroy();
  }
}

/** The actual content of an entry, compared with the directory. */
class CheckedContent {
  readonly #entry: ZipEntry;
  #bytes = 0;
  #checksum = 0;
  isBroken = false;

  constructor(entry: ZipEntry) {
    this.#entry = entry;
  }

  async take(content: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of content) {
      this.#bytes += chunk.length;
      if (this.#bytes > this.#entry.inflatedBytes) return;
      this.#checksum = crc32(chunk, this.#checksum);
    }
  }

  inflate(deflated: Buffer): void {
    // One byte more than declared proves that the size is wrong.
    const maxOutputLength = this.#entry.inflatedBytes + 1;
    try {
      const chunkSize = Math.max(MIN_CHUNK_BYTES, maxOutputLength);
      const content = inflateRawSync(deflated, { maxOutputLength, chunkSize });
      this.#bytes = content.length;
      this.#checksum = crc32(content);
    } catch (error) {
      if (!isOfZlib(error)) throw error;
      if (error.code === 'ERR_BUFFER_TOO_LARGE') this.#bytes = maxOutputLength;
      else this.isBroken = true;
    }
  }

  failure(): FileFailure | undefined {
    const { inflatedBytes, checksum } = this.#entry;
    if (this.#bytes > inflatedBytes) return 'unsafe_archive';
    const isWhole = this.#bytes === inflatedBytes && this.#checksum === checksum;
    return isWhole && !this.isBroken ? undefined : 'corrupt_file';
  }
}

/** The content is not valid deflate data, or larger than declared; storage errors are different. */
function isOfZlib(error: unknown): error is { readonly code: string } {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && (code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE');
}
