/** `blob_` and five characters of the time: blobs of the same nine hours share a directory. */
const PERIOD_CHARACTERS = 10;
export const BLOBS = 'blobs';
const PATH = /^blobs\/(blob_[0-9a-z]{5})\/(blob_[0-9a-z]{26})$/;

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
