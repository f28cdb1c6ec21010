import { readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isBlobKey, newBlobKey } from '../blob-key.ts';

/** `blob_` and five characters of the time: blobs of the same nine hours share a directory. */
const PERIOD_CHARACTERS = 10;
export const BLOBS = 'blobs';
const PATH = /^blobs\/(blob_[0-9a-z]{5})\/(blob_[0-9a-z]{26})$/;
const PERIOD = /^blob_[0-9a-z]{5}$/;

/** The directory below `blobs` of a blob, or of those that sort behind a key. */
export function blobPeriod(key: string): string {
  return key.slice(0, PERIOD_CHARACTERS);
}

/** Where a blob is in a folder of files: `blobs/<period>/<key>`. */
export function blobPath(key: string): string {
  return `${BLOBS}/${blobPeriod(key)}/${key}`;
}

export function isBlobPath(path: string): boolean {
  const [, period, key] = PATH.exec(path) ?? [];
  return key !== undefined && blobPeriod(key) === period;
}

/** The keys of all blobs in a folder of files, whatever state they are in. Not in order. */
export async function* blobKeys(folder: string): AsyncGenerator<string, void> {
  for (const period of await readdir(join(folder, BLOBS)))
    if (PERIOD.test(period)) yield* (await readdir(join(folder, BLOBS, period))).filter(isBlobKey);
}

/**
 * The keys of the blobs that a folder has at this moment and that were begun since that time, and of some older ones. Does not wait,
 * so that nothing else happens meanwhile.
 */
export function newestBlobKeys(folder: string, sinceMs: number): ReadonlySet<string> {
  const first = blobPeriod(newBlobKey(sinceMs));
  const periods = readdirSync(join(folder, BLOBS)).filter((name) => PERIOD.test(name) && name >= first);
  return new Set(periods.flatMap((period) => readdirSync(join(folder, BLOBS, period)).filter(isBlobKey)));
}
