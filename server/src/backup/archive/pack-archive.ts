import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack, type Pack } from 'tar-stream';
import { toDate } from '#kit';
import { END_ENTRY, endText, hashAllButLast, TRAILER_BYTES } from './archive-end.ts';

/** The first entry says what the archive is. */
export const MANIFEST_ENTRY = 'manifest.json';
const ZEROS = Buffer.alloc(64 * 1024);

/** A directory without content, a text, or a file. */
export interface NewEntry {
  readonly name: string;
  readonly content?: string | FileContent;
}

export interface FileContent {
  /** Exactly so many: what the chunks have more is left out, what they have less is filled with zeros. */
  readonly sizeBytes: number;
  readonly chunks: AsyncIterable<Buffer>;
}

/** The bytes of an archive: a tar file whose last entry is a checksum of the rest. Entries are asked for as it is read. */
export async function* packArchive(entries: AsyncIterable<NewEntry>): AsyncGenerator<Buffer, void> {
  const hash = createHash('sha256');
  const packed = pack();
  const added = addEntries(packed, entries);
  try {
    yield* hashAllButLast(TRAILER_BYTES, packed as AsyncIterable<Buffer>, hash);
  } finally {
    packed.destroy();
    // The entries have closed what they had opened.
    await added;
  }
  const end = pack();
  addText(end, END_ENTRY, endText(hash));
  end.finalize();
  yield* end as AsyncIterable<Buffer>;
}

/** What goes wrong is thrown to whoever reads the archive. */
async function addEntries(packed: Pack, entries: AsyncIterable<NewEntry>): Promise<void> {
  try {
    for await (const { name, content } of entries) {
      if (content === undefined) packed.entry({ ...OURS, name: `${name}/`, mode: 0o700, type: 'directory' });
      else if (typeof content === 'string') addText(packed, name, content);
      else await addFile(packed, name, content);
    }
    packed.finalize();
  } catch (error) {
    packed.destroy(error as Error);
  }
}

/** No user and no time: an archive says only what a restore needs. */
const OURS = { mode: 0o600, mtime: toDate(0) };

/** Texts are few and short, so none waits for the one before to be read. */
function addText(packed: Pack, name: string, text: string): void {
  packed.entry({ ...OURS, name }, text);
}

async function addFile(packed: Pack, name: string, { sizeBytes, chunks }: FileContent): Promise<void> {
  await pipeline(Readable.from(exactly(sizeBytes, chunks)), packed.entry({ ...OURS, name, size: sizeBytes }));
}

async function* exactly(sizeBytes: number, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let left = sizeBytes;
  for await (const chunk of chunks) {
    const wanted = chunk.subarray(0, left);
    left -= wanted.length;
    if (wanted.length > 0) yield wanted;
    if (left === 0) break;
  }
  for (; left > 0; left -= Math.min(left, ZEROS.length)) yield ZEROS.subarray(0, left);
}
