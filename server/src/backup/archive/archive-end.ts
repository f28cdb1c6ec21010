import type { Hash } from 'node:crypto';

/** The last entry. Its content is the SHA-256 of everything before it, so an archive without it is cut. */
export const END_ENTRY = 'end.json';
const BLOCK_BYTES = 512;
/** What ends a tar file after its last entry: two blocks of zeros. */
export const TRAILER_BYTES = 2 * BLOCK_BYTES;
/** Header and content of the last entry, a block each, and the trailer. */
export const END_BYTES = 2 * BLOCK_BYTES + TRAILER_BYTES;

/** The content of the last entry, of what was hashed before it. */
export function endText(hash: Hash): string {
  return JSON.stringify({ sha256: hash.digest('hex') });
}

/** Whether these are the last bytes of an archive whose last entry has this content. */
export function isEnd(bytes: Buffer, text: string): boolean {
  const content = bytes.subarray(BLOCK_BYTES);
  const length = Buffer.byteLength(text);
  return content.toString('utf8', 0, length) === text && content.subarray(length).every((byte) => byte === 0);
}

/** Passes on and hashes all but the last bytes, which it returns: fewer where there were fewer. */
export async function* hashAllButLast(
  bytes: number,
  chunks: AsyncIterable<Buffer>,
  hash: Hash,
): AsyncGenerator<Buffer, Buffer> {
  let kept: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    // Of long chunks only what is kept is copied.
    const freed = Math.max(0, kept.length + chunk.length - bytes);
    const passed = [kept.subarray(0, freed), chunk.subarray(0, Math.max(0, freed - kept.length))];
    for (const part of passed.filter(({ length }) => length > 0)) {
      hash.update(part);
      yield part;
    }
    kept = Buffer.concat([kept.subarray(freed), chunk.subarray(passed[1]!.length)]);
  }
  return kept;
}
