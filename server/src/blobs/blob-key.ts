import { newId } from '#kit';

const PREFIX = 'blob_';

/** A key for a new blob. Keys sort by creation. */
export function newBlobKey(nowMs: number): string {
  return newId(PREFIX, nowMs);
}
