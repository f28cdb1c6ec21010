import { newId } from '#kit';

/** The prefix of every key. */
export const BLOB_KEY_PREFIX = 'blob_';
const KEY = /^blob_[0-9a-hjkmnp-tv-z]{26}$/;

/** A key for a new blob. Keys sort by creation. */
export function newBlobKey(nowMs: number): string {
  return newId(BLOB_KEY_PREFIX, nowMs);
}

export function isBlobKey(text: string): boolean {
  return KEY.test(text);
}

/** Throws a TypeError for anything but a key: no other text may become part of a path or URL. */
export function assertBlobKey(text: string): void {
  if (!isBlobKey(text)) throw new TypeError('not a blob key');
}
